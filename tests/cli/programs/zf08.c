// UNSAFE line 65: leak
/* Ropes: a leaf has its own buffer, a concatenation has two ropes; the empty
   text is NULL.  Pieces are appended and prepended, the rope is cut at some
   place and its halves swapped or one dropped, and it is printed at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

typedef struct rope rope;
struct rope {
    enum { LEAF, CONCAT } tag;
    size_t len;
    union { char *text; struct { rope *left, *right; } cat; } u;
};

static void *need(void *p) { if (p == NULL) abort(); return p; }

static rope *leaf(const char *s, size_t len)
{
    if (len == 0)
        return NULL;
    rope *r = need(malloc(sizeof *r));
    r->tag = LEAF;
    r->len = len;
    r->u.text = need(malloc(len));
    memcpy(r->u.text, s, len);
    return r;
}

static rope *concat(rope *a, rope *b)
{
    if (!a || !b)
        return a ? a : b;
    rope *r = need(malloc(sizeof *r));
    *r = (rope){ .tag = CONCAT, .len = a->len + b->len, .u.cat = { a, b } };
    return r;
}

static void drop(rope *r)
{
    if (!r)
        return;
    if (r->tag == LEAF) {
        free(r->u.text);
    } else {
        drop(r->u.cat.left);
        drop(r->u.cat.right);
    }
    free(r);
}

/* consumes r; *b gets what follows the first `at' characters */
static void split(rope *r, size_t at, rope **a, rope **b)
{
    *a = *b = NULL;
    if (!r)
        return;
    if (r->tag == LEAF) {
        if (at > r->len)
            at = r->len;
        *a = leaf(r->u.text, at);
        *b = leaf(r->u.text + at, r->len - at);
        free(r);
        return;
    }
    rope *l = r->u.cat.left, *m, *h = r->u.cat.right;
    free(r);
    if (at < l->len) {
        split(l, at, a, &m);
        *b = concat(m, h);
    } else {
        split(h, at - l->len, &m, b);
        *a = concat(l, m);
    }
}

static char *copy_out(const rope *r, char *to)
{
    if (r->tag == CONCAT)
        return copy_out(r->u.cat.right, copy_out(r->u.cat.left, to));
    memcpy(to, r->u.text, r->len);
    return to + r->len;
}

int main(void)
{
    static const char words[] = "the quick brown fox";
    rope *r = NULL, *a, *b;
    int c;

    while ((c = input()) != 0) {
        size_t n = (unsigned)input();
        if (c == 1)
            r = concat(r, leaf(words, n % sizeof words));
        else if (c == 2)
            r = concat(leaf(words + n % sizeof words, 1), r);
        else if (r) {
            split(r, n % r->len, &a, &b);
            if (c == 3) { drop(a); a = NULL; }
            r = concat(b, a);
        }
    }
    if (r) { char *s = need(malloc(r->len + 1)); *copy_out(r, s) = '\0'; puts(s); free(s); }
    drop(r);
    return 0;
}
