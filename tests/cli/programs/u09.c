// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* Remembers the last n lines; older lines are thrown away. */
struct tail {
    char **line;
    unsigned n;
    unsigned start;
    unsigned filled;
};

static struct tail tail_new(unsigned n) {
    struct tail t = { malloc(n * sizeof(char *)), n, 0, 0 };
    return t;
}

static char *read_line(void) {
    int len = __VERIFIER_nondet_int();
    if (len < 0 || len > 80)
        len = 80;
    char *s = malloc((size_t)len + 1);
    memset(s, 'x', (size_t)len);
    s[len] = 0;
    return s;
}

static void tail_push(struct tail *t, char *s) {
    unsigned at = (t->start + t->filled) % t->n;
    if (t->filled == t->n) {
        free(t->line[at]);
        t->start = (t->start + 1) % t->n;
    } else {
        t->filled++;
    }
    t->line[at] = s;
}

static char *tail_shift(struct tail *t) {
    char *s = t->line[t->start];
    t->start = (t->start + 1) % t->n;
    t->filled--;
    return s;
}

static const char *tail_at(const struct tail *t, unsigned i) {
    return i < t->filled ? t->line[(t->start + i) % t->n] : NULL;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct tail t = tail_new(n < 1 || n > 5000 ? 10u : (unsigned)n);
    while (__VERIFIER_nondet_int()) {
        int op = __VERIFIER_nondet_int();
        if (op < 0) {
            const char *s = tail_at(&t, 0u - (unsigned)op);
            if (s != NULL)
                printf("%zu\n", strlen(s));
        } else if (op == 0 && t.filled > 0) {
            free(tail_shift(&t));
        } else {
            tail_push(&t, read_line());
        }
    }
    for (unsigned i = 0; i < t.filled; i++)
        puts(tail_at(&t, i));
    while (t.filled > 0)
        free(tail_shift(&t));
    free(t.line);
    return 0;
}
