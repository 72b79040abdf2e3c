/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>

/* RPN calculator on the command line:  c09 3 4 + 2 '*' */

struct stack {
    long *v;
    size_t n, cap;
};

static int push(struct stack *s, long x)
{
    if (s->n >= s->cap) {
        size_t cap = s->cap + 4;
        long *v = realloc(s->v, cap * sizeof(long));
        if (v == NULL)
            return -1;
        s->v = v;
        s->cap = cap;
    }
    s->v[s->n++] = x;
    return 0;
}

static int apply(struct stack *s, char op)
{
    long a, b;
    unsigned long ua, ub;

    if (s->n < 2)
        return -1;
    b = s->v[--s->n];
    a = s->v[--s->n];
    ua = (unsigned long)a;
    ub = (unsigned long)b;
    switch (op) {
    case '+': return push(s, (long)(ua + ub));
    case '-': return push(s, (long)(ua - ub));
    case '*': return push(s, (long)(ua * ub));
    case '/':
        if (b == 0 || (a == LONG_MIN && b == -1))
            return -1;
        return push(s, a / b);
    }
    return -1;
}

int main(int argc, char **argv)
{
    struct stack s = { NULL, 0, 0 };
    int status = 0;
    size_t i;

    (void)argc;
    if (argc > 0)
        argv++;
    for (; *argv; argv++) {
        const char *w = *argv;

        if (ispunct((unsigned char)w[0]) && w[1] == '\0') {
            if (apply(&s, w[0]) < 0) {
                fprintf(stderr, "cannot apply '%s'\n", w);
                status = 1;
                goto out;
            }
        } else {
            char *end;
            long x;

            errno = 0;
            x = strtol(w, &end, 10);
            if (end == w || *end != '\0' || errno == ERANGE) {
                fprintf(stderr, "bad number '%s'\n", w);
                status = 1;
                goto out;
            }
            if (push(&s, x) < 0) {
                status = 1;
                goto out;
            }
        }
    }
    for (i = 0; i < s.n; i++)
        printf("%ld\n", s.v[i]);
out:
    free(s.v);
    return status;
}
