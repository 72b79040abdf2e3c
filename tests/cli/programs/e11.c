/* truth: use after free (pointer into array kept over realloc) at line 52; shown by: e11 5 9 1 2 3 4 (more than 4 numbers; no file) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

/* maximum and its position among the integer arguments */

struct sample {
    long value;
    int pos;
};

struct list {
    struct sample *v;
    size_t n, cap;
};

static struct sample *append(struct list *l, long value, int pos)
{
    if (l->n == l->cap) {
        l->cap = l->cap ? l->cap * 2 : 4;
        l->v = realloc(l->v, l->cap * sizeof *l->v);
        if (!l->v) {
            perror("realloc");
            exit(1);
        }
    }
    l->v[l->n].value = value;
    l->v[l->n].pos = pos;
    return &l->v[l->n++];
}

int main(int argc, char **argv)
{
    struct list l = { NULL, 0, 0 };
    struct sample *max = NULL;
    int i;

    for (i = 1; i < argc; i++) {
        char *end;
        long x;
        struct sample *s;

        errno = 0;
        x = strtol(argv[i], &end, 0);
        if (end == argv[i] || *end != '\0' || errno) {
            fprintf(stderr, "ignoring '%s'\n", argv[i]);
            continue;
        }
        s = append(&l, x, i);
        if (max == NULL || s->value > max->value)
            max = s;
    }
    if (max)
        printf("max %ld at argument %d of %zu numbers\n",
               max->value, max->pos, l.n);
    else
        printf("no numbers\n");
    free(l.v);
    return 0;
}
