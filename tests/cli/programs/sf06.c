// UNSAFE: unsetting the last variable leaves its freed string in the table (use after free, double free at the end), in line 64
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A little environment: "set NAME=VALUE", "unset NAME", "get NAME", "list" */

struct env {
    char **vars;
    size_t count;
    size_t cap;
};

/* index of the variable, or count if there is none */
static size_t env_find(const struct env *e, const char *name, size_t len)
{
    size_t i;

    for (i = 0; i < e->count; i++)
        if (strncmp(e->vars[i], name, len) == 0 && e->vars[i][len] == '=')
            break;
    return i;
}

static int env_set(struct env *e, const char *assign)
{
    const char *eq = strchr(assign, '=');
    char *copy;
    size_t i;

    if (eq == NULL || eq == assign)
        return 1;
    copy = strdup(assign);
    if (copy == NULL)
        return -1;
    i = env_find(e, assign, (size_t)(eq - assign));
    if (i < e->count) {
        free(e->vars[i]);
        e->vars[i] = copy;
        return 0;
    }
    if (e->count == e->cap) {
        size_t cap = e->cap + 8;
        char **vars = realloc(e->vars, cap * sizeof *vars);
        if (vars == NULL) {
            free(copy);
            return -1;
        }
        e->vars = vars;
        e->cap = cap;
    }
    e->vars[e->count++] = copy;
    return 0;
}

static void env_unset(struct env *e, const char *name)
{
    size_t i = env_find(e, name, strlen(name));

    if (i == e->count)
        return;
    free(e->vars[i]);
    if (i + 1 < e->count)
        e->vars[i] = e->vars[--e->count];
}

static const char *env_get(const struct env *e, const char *name)
{
    size_t len = strlen(name);
    size_t i = env_find(e, name, len);

    return i < e->count ? e->vars[i] + len + 1 : NULL;
}

int main(void)
{
    struct env e = { NULL, 0, 0 };
    char *line = NULL;
    size_t size = 0, i;
    int status = 0;

    while (status == 0 && getline(&line, &size, stdin) != -1) {
        char *arg;

        line[strcspn(line, "\r\n")] = '\0';
        arg = strchr(line, ' ');
        if (arg != NULL)
            *arg++ = '\0';
        if (strcmp(line, "list") == 0) {
            for (i = 0; i < e.count; i++)
                puts(e.vars[i]);
        } else if (arg != NULL && strcmp(line, "set") == 0) {
            int r = env_set(&e, arg);
            if (r > 0)
                fprintf(stderr, "bad assignment: %s\n", arg);
            else if (r < 0)
                status = 1;
        } else if (arg != NULL && strcmp(line, "unset") == 0) {
            env_unset(&e, arg);
        } else if (arg != NULL && strcmp(line, "get") == 0) {
            const char *v = env_get(&e, arg);
            puts(v != NULL ? v : "(unset)");
        } else {
            fprintf(stderr, "what? %s\n", line);
        }
    }
    for (i = 0; i < e.count; i++)
        free(e.vars[i]);
    free(e.vars);
    free(line);
    return status;
}
