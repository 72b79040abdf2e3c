/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* which: find commands along $PATH;  -a shows all matches */

struct dir {
    char *name;
    struct dir *next;
};

static struct dir *split_path(const char *path)
{
    struct dir *head = NULL, **tail = &head;
    char *copy = strdup(path), *save, *tok;

    if (!copy)
        return NULL;
    for (tok = strtok_r(copy, ":", &save); tok; tok = strtok_r(NULL, ":", &save)) {
        struct dir *d = malloc(sizeof *d);
        if (!d)
            break;
        d->name = strdup(tok);
        d->next = NULL;
        if (!d->name) {
            free(d);
            break;
        }
        *tail = d;
        tail = &d->next;
    }
    free(copy);
    return head;
}

static void free_dirs(struct dir *d)
{
    while (d) {
        struct dir *n = d->next;
        free(d->name);
        free(d);
        d = n;
    }
}

int main(int argc, char **argv)
{
    const char *path = getenv("PATH");
    struct dir *dirs, *d;
    int all = 0, missing = 0, opt, i;
    char full[256];

    while ((opt = getopt(argc, argv, "a")) != -1) {
        if (opt != 'a')
            return 2;
        all = 1;
    }
    if (path == NULL)
        path = "/bin:/usr/bin";
    dirs = split_path(path);

    for (i = optind; i < argc; i++) {
        int found = 0;
        for (d = dirs; d; d = d->next) {
            int n = snprintf(full, sizeof full, "%s/%s", d->name, argv[i]);
            if (n < 0 || (size_t)n >= sizeof full)
                continue;
            if (access(full, X_OK) == 0) {
                puts(full);
                found = 1;
                if (!all)
                    break;
            }
        }
        if (!found) {
            fprintf(stderr, "%s: not found\n", argv[i]);
            missing = 1;
        }
    }
    free_dirs(dirs);
    return missing;
}
