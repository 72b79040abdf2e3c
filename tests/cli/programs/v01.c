// SAFE
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum shape_kind { CIRCLE, RECT, POLYGON };

struct point { int x, y; };

struct shape {
    enum shape_kind kind;
    union {
        struct { unsigned r; } circle;
        struct { unsigned w, h; } rect;
        struct { int n; struct point *pts; } poly;
    } u;
    struct shape *next;
};

static struct shape *make_shape(enum shape_kind k)
{
    struct shape *s = malloc(sizeof *s);
    if (!s)
        return NULL;
    s->kind = k;
    s->next = NULL;
    switch (k) {
    case CIRCLE:
        s->u.circle.r = (unsigned)__VERIFIER_nondet_int();
        break;
    case RECT:
        s->u.rect.w = (unsigned)__VERIFIER_nondet_int();
        s->u.rect.h = (unsigned)__VERIFIER_nondet_int();
        break;
    case POLYGON: {
        int i, n = __VERIFIER_nondet_int();
        if (n < 3 || n > 12)
            n = 3;
        s->u.poly.pts = malloc((size_t)n * sizeof(struct point));
        if (!s->u.poly.pts) {
            free(s);
            return NULL;
        }
        s->u.poly.n = n;
        for (i = 0; i < n; i++) {
            s->u.poly.pts[i].x = __VERIFIER_nondet_int();
            s->u.poly.pts[i].y = i;
        }
        break;
    }
    }
    return s;
}

static unsigned measure(const struct shape *s)
{
    switch (s->kind) {
    case CIRCLE:
        return 3u * s->u.circle.r * s->u.circle.r;
    case RECT:
        return s->u.rect.w * s->u.rect.h;
    case POLYGON: {
        unsigned sum = 0;
        for (int i = 0; i < s->u.poly.n; i++)
            sum += (unsigned)s->u.poly.pts[i].x;
        return sum;
    }
    }
    return 0;
}

static void free_shape(struct shape *s)
{
    if (s->kind == POLYGON)
        free(s->u.poly.pts);
    free(s);
}

int main(void)
{
    struct shape *drawing = NULL, *s;
    unsigned total = 0;

    while (__VERIFIER_nondet_int()) {
        int k = __VERIFIER_nondet_int();
        s = make_shape(k == 1 ? CIRCLE : k == 2 ? RECT : POLYGON);
        if (!s)
            break;
        s->next = drawing;
        drawing = s;
    }

    for (s = drawing; s; s = s->next)
        total += measure(s);
    printf("total %u\n", total);

    while (drawing) {
        s = drawing;
        drawing = s->next;
        free_shape(s);
    }
    return 0;
}
