/* options.c - command line options: --name, --name=value, -- */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct opt_spec {
    const char *name;           /* NULL ends a table */
    bool takes_value;
};

struct opt {
    struct opt *next;
    const struct opt_spec *spec;
    char *value;                /* NULL when there is none */
};

struct opt_set {
    struct opt *first;
    int next_arg;               /* index of the first plain argument */
};

static char *copy_string(const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = malloc(n);

    return p ? memcpy(p, s, n) : NULL;
}

static const struct opt_spec *find_spec(const struct opt_spec *table,
                                        const char *name, size_t len)
{
    for (; table->name; table++)
        if (strlen(table->name) == len && memcmp(table->name, name, len) == 0)
            return table;
    return NULL;
}

bool opt_is_option(const char *arg)
{
    return arg && arg[0] == '-' && arg[1] == '-';
}

/* The text after '=' in arg, or NULL. */
const char *opt_inline_value(const char *arg)
{
    const char *eq = strchr(arg, '=');

    return eq ? eq + 1 : NULL;
}

void opt_set_init(struct opt_set *set)
{
    set->first = NULL;
    set->next_arg = 0;
}

void opt_set_free(struct opt_set *set)
{
    if (!set)
        return;
    while (set->first) {
        struct opt *o = set->first;

        set->first = o->next;
        free(o->value);
        free(o);
    }
}

/* Parses one "--name[=value]" argument into set. 0, or -1 on error. */
int opt_parse_one(struct opt_set *set, const struct opt_spec *table,
                  const char *arg)
{
    const char *text;
    struct opt *o;

    if (!opt_is_option(arg))
        return -1;
    o = malloc(sizeof(*o));
    if (!o)
        return -1;
    arg += 2;
    text = opt_inline_value(arg);
    o->value = NULL;
    o->spec = find_spec(table, arg, strcspn(arg, "="));
    if (!o->spec) {
        free(o);
        return -1;
    }
    if (text) {
        o->value = copy_string(text);
        if (!o->value) {
            free(o);
            return -1;
        }
    }
    if (o->spec->takes_value != (text != NULL)) {
        free(o);
        return -1;
    }
    o->next = set->first;
    set->first = o;
    return 0;
}

/* Parses argv[1] to argv[argc - 1]. 0, or the index of the bad argument. */
int opt_parse(struct opt_set *set, const struct opt_spec *table,
              int argc, const char *const *argv)
{
    int i;

    for (i = 1; i < argc && opt_is_option(argv[i]); i++) {
        if (argv[i][2] == '\0') {
            i++;
            break;
        }
        if (opt_parse_one(set, table, argv[i]) != 0)
            return i;
    }
    set->next_arg = i;
    return 0;
}

static const struct opt *opt_find(const struct opt_set *set, const char *name)
{
    const struct opt *o = set->first;

    while (o && strcmp(o->spec->name, name) != 0)
        o = o->next;
    return o;
}

bool opt_present(const struct opt_set *set, const char *name)
{
    if (!set || !name)
        return false;
    return opt_find(set, name) != NULL;
}

const char *opt_string(const struct opt_set *set, const char *name,
                       const char *fallback)
{
    const struct opt *o = opt_find(set, name);

    return o && o->value ? o->value : fallback;
}

int opt_int(const struct opt_set *set, const char *name, int fallback)
{
    const char *s = opt_string(set, name, NULL);
    char *end;
    long v;

    if (!s || !*s)
        return fallback;
    errno = 0;
    v = strtol(s, &end, 10);
    if (*end || errno || v < INT_MIN || v > INT_MAX)
        return fallback;
    return (int)v;
}
