// SAFE
/* Lines of a small text editor: split a line in two, join two lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_LINES 30

struct line {
    char *s;
    size_t len;
};

struct text {
    struct line *lines;
    int n;
};

static char *clone(const char *s, size_t len)
{
    char *p = malloc(len + 1);
    memcpy(p, s, len);
    p[len] = '\0';
    return p;
}

static void split(struct text *t, int at, size_t col)
{
    struct line *l = &t->lines[at];
    if (t->n == MAX_LINES || col > l->len)
        return;
    for (int i = t->n; i > at + 1; i--)
        t->lines[i] = t->lines[i - 1];
    t->n++;
    t->lines[at + 1].len = l->len - col;
    t->lines[at + 1].s = clone(l->s + col, l->len - col);
    l->s[col] = '\0';
    l->len = col;
}

static void join_next(struct text *t, int at)
{
    if (at + 1 >= t->n)
        return;
    struct line *a = &t->lines[at], *b = &t->lines[at + 1];
    char *p = malloc(a->len + b->len + 1);
    strcpy(p, a->s);
    strcpy(p + a->len, b->s);
    free(a->s);
    free(b->s);
    a->s = p;
    a->len += b->len;
    for (int i = at + 1; i < t->n - 1; i++)
        t->lines[i] = t->lines[i + 1];
    t->n--;
}

int main(void)
{
    static const char sample[] = "the quick brown fox jumps over the lazy dog";
    struct text t;

    t.lines = malloc(MAX_LINES * sizeof(struct line));
    t.lines[0].len = strlen(sample);
    t.lines[0].s = clone(sample, t.lines[0].len);
    t.n = 1;

    int edits = __VERIFIER_nondet_int();
    if (edits < 0)
        edits = 0;
    else if (edits > 100)
        edits = 100;

    while (edits-- > 0) {
        int at = __VERIFIER_nondet_int();
        int col = __VERIFIER_nondet_int();
        if (at < 0 || at >= t.n)
            at = t.n / 2;
        if (col >= 0)
            split(&t, at, (size_t)col);
        else
            join_next(&t, at);
    }
    for (int i = 0; i < t.n; i++) {
        printf("%3d %s\n", i + 1, t.lines[i].s);
        free(t.lines[i].s);
    }
    free(t.lines);
    return 0;
}
