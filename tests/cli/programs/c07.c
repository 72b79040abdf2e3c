/* truth: correct */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* tail: print the last N lines of each file:  c07 [-N] file... */

struct ring {
    char **slot;
    size_t size;
    size_t next;
};

static void ring_push(struct ring *r, char *line)
{
    free(r->slot[r->next]);
    r->slot[r->next] = line;
    r->next = (r->next + 1) % r->size;
}

static void ring_flush(struct ring *r)
{
    size_t i;

    for (i = 0; i < r->size; i++) {
        size_t k = (r->next + i) % r->size;
        if (r->slot[k]) {
            fputs(r->slot[k], stdout);
            free(r->slot[k]);
            r->slot[k] = NULL;
        }
    }
}

static int tail(const char *name, size_t n)
{
    struct ring r;
    char *line = NULL;
    size_t cap = 0;
    FILE *fp;

    fp = fopen(name, "r");
    if (!fp) {
        fprintf(stderr, "tail: cannot open %s\n", name);
        return 1;
    }
    r.size = n;
    r.next = 0;
    r.slot = calloc(n, sizeof *r.slot);
    if (!r.slot) {
        fclose(fp);
        return 1;
    }
    while (getline(&line, &cap, fp) != -1) {
        char *copy = strdup(line);
        if (!copy)
            break;
        ring_push(&r, copy);
    }
    free(line);
    fclose(fp);
    ring_flush(&r);
    free(r.slot);
    return 0;
}

int main(int argc, char **argv)
{
    long n = 10;
    int i, many, rc = 0;

    for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        char *end;
        n = strtol(argv[i] + 1, &end, 10);
        if (*end || n <= 0 || n > 100000) {
            fprintf(stderr, "tail: bad option %s\n", argv[i]);
            return 2;
        }
    }
    many = argc - i > 1;
    for (; i < argc; i++) {
        if (many)
            printf("==> %s <==\n", argv[i]);
        rc |= tail(argv[i], (size_t)n);
    }
    return rc;
}
