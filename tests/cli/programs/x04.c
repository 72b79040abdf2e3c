// SAFE
/* Several output channels, each with its own growing buffer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct buf {
    char *data;
    size_t len;
    size_t cap;
};

static int buf_reserve(struct buf *b, size_t extra)
{
    size_t need = b->len + extra;
    if (need <= b->cap)
        return 0;
    size_t cap = b->cap ? b->cap : 4;
    while (cap < need)
        cap *= 2;
    char *p = realloc(b->data, cap);
    if (!p)
        return -1;
    b->data = p;
    b->cap = cap;
    return 0;
}

static int buf_add(struct buf *b, const char *s)
{
    size_t n = strlen(s);
    if (buf_reserve(b, n + 1) < 0)
        return -1;
    memcpy(b->data + b->len, s, n + 1);
    b->len += n;
    return 0;
}

/* append src to dst and leave src empty */
static int buf_move(struct buf *dst, struct buf *src)
{
    if (src->len == 0)
        return 0;
    if (dst->data == NULL) {
        *dst = *src;
    } else {
        if (buf_add(dst, src->data) < 0)
            return -1;
        free(src->data);
    }
    src->data = NULL;
    src->len = src->cap = 0;
    return 0;
}

int main(void)
{
    static const char *const words[] = { "a", "bc", "def", "hello", "" };
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;

    struct buf *ch = calloc((size_t)n, sizeof *ch);
    if (!ch)
        return 1;

    int rc = 1;
    int steps = __VERIFIER_nondet_int() % 40;
    for (int i = 0; i < steps; i++) {
        int which = __VERIFIER_nondet_int();
        int arg = __VERIFIER_nondet_int();
        if (which < 0 || which >= n)
            continue;
        if (arg >= 0 && arg < 5) {
            if (buf_add(&ch[which], words[arg]) < 0)
                goto done;
        } else if (arg >= 5 && arg - 5 < n && arg - 5 != which) {
            if (buf_move(&ch[which], &ch[arg - 5]) < 0)
                goto done;
        }
    }
    for (int i = 0; i < n; i++)
        if (ch[i].data)
            printf("%d: %s (%zu)\n", i, ch[i].data, ch[i].len);
    rc = 0;
done:
    for (int i = 0; i < n; i++)
        free(ch[i].data);
    free(ch);
    return rc;
}
