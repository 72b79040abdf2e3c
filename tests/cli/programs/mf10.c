// UNSAFE: uninitialised pointer is freed in line 36
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct text {
    int cap, used;
    char **lines;
};

static char *line_new(int len)
{
    char *s = malloc((size_t)len + 1);
    if (s == NULL)
        abort();
    memset(s, 'x', (size_t)len);
    s[len] = 0;
    return s;
}

static size_t longest(const struct text *t)
{
    size_t best = 0;
    for (int i = 0; i < t->used; i++) {
        size_t n = strlen(t->lines[i]);
        if (n > best)
            best = n;
    }
    return best;
}

static void text_free(struct text *t)
{
    for (int i = 0; i < t->cap; i++)
        free(t->lines[i]);
    free(t->lines);
}

int main(void)
{
    struct text t;
    size_t width;

    t.cap = __VERIFIER_nondet_int();
    if (t.cap < 1 || t.cap > 1000)
        return 1;
    t.used = 0;
    t.lines = malloc((size_t)t.cap * sizeof(char *));
    if (t.lines == NULL)
        abort();

    while (t.used < t.cap) {
        int len = __VERIFIER_nondet_int();
        if (len < 0 || len > 72)
            break;                      /* end of input */
        t.lines[t.used++] = line_new(len);
    }
    width = longest(&t);
    text_free(&t);
    return width > 60;
}
