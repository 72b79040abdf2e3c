/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

/* read a key=value file, let the environment override, print keys asked for
 *   c08 FILE [key...] */

struct setting {
    char *key, *value;
    struct setting *next;
};

static char *trim(char *s)
{
    size_t n;

    while (isspace((unsigned char)*s))
        s++;
    n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1]))
        s[--n] = '\0';
    return s;
}

static struct setting *lookup(struct setting *s, const char *key)
{
    for (; s; s = s->next)
        if (!strcmp(s->key, key))
            return s;
    return NULL;
}

static struct setting *load(FILE *fp)
{
    struct setting *list = NULL, *s;
    char buf[200];

    while (fgets(buf, sizeof buf, fp) != NULL) {
        char *rest = buf, *key, *val;

        buf[strcspn(buf, "#\n")] = 0;
        key = strsep(&rest, "=");
        if (rest == NULL)
            continue;
        key = trim(key);
        val = trim(rest);
        if (!*key)
            continue;
        s = lookup(list, key);
        if (s != NULL) {
            free(s->value);
            if ((s->value = strdup(val)) == NULL)
                abort();
            continue;
        }
        s = calloc(1, sizeof *s);
        if (!s)
            abort();
        s->key = strdup(key);
        s->value = strdup(val);
        if (!s->key || !s->value)
            abort();
        s->next = list;
        list = s;
    }
    return list;
}

int main(int argc, char **argv)
{
    struct setting *list, *s;
    FILE *fp;
    int missing = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: c08 FILE [key...]\n");
        return 2;
    }
    fp = fopen(argv[1], "r");
    if (!fp) {
        perror(argv[1]);
        return 1;
    }
    list = load(fp);
    fclose(fp);

    for (argv += 2; *argv; argv++) {
        const char *env = getenv(*argv);
        s = lookup(list, *argv);
        if (env)
            printf("%s=%s (environment)\n", *argv, env);
        else if (s)
            printf("%s=%s\n", s->key, s->value);
        else
            missing++;
    }
    while ((s = list) != NULL) {
        list = s->next;
        free(s->key);
        free(s->value);
        free(s);
    }
    return missing > 0;
}
