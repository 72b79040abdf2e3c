// SAFE
// List of shapes of three sizes behind a common base record, one kind owns an array.
#include <stdio.h>
#include <stdlib.h>
extern int input(void);

typedef enum { SH_CIRCLE, SH_RECT, SH_POLY } ShapeKind;

typedef struct Shape {
    ShapeKind kind;
    struct Shape *next;
} Shape;

typedef struct { Shape base; unsigned radius; } Circle;
typedef struct { Shape base; unsigned w, h, angle; } Rect;
typedef struct { Shape base; size_t n; unsigned *side; } Poly;

static void *xmalloc(size_t n)
{
    void *p = malloc(n);
    if (!p) abort();
    return p;
}

static Shape *make_shape(int code)
{
    if (code % 3 == 0) {
        Circle *c = xmalloc(sizeof *c);
        c->base.kind = SH_CIRCLE;
        c->radius = (unsigned)input() % 100u;
        return &c->base;
    } else if (code % 3 == 1) {
        Rect *r = xmalloc(sizeof *r);
        r->base.kind = SH_RECT;
        r->w = (unsigned)input() % 50u;
        r->h = (unsigned)input() % 50u;
        r->angle = 0;
        return (Shape *)r;
    } else {
        Poly *p = xmalloc(sizeof *p);
        p->base.kind = SH_POLY;
        p->n = 3u + (unsigned)input() % 6u;
        p->side = xmalloc(p->n * sizeof *p->side);
        for (size_t i = 0; i < p->n; i++)
            p->side[i] = 1u + (unsigned)i;
        return (Shape *)p;
    }
}

static unsigned perimeter(const Shape *s)
{
    unsigned sum = 0;
    switch (s->kind) {
    case SH_CIRCLE: return 6u * ((const Circle *)s)->radius;
    case SH_RECT:   return 2u * (((const Rect *)s)->w + ((const Rect *)s)->h);
    case SH_POLY:
        for (size_t i = 0; i < ((const Poly *)s)->n; i++)
            sum += ((const Poly *)s)->side[i];
    }
    return sum;
}

static void free_shape(Shape *s)
{
    if (s->kind == SH_POLY)
        free(((Poly *)s)->side);
    free(s);
}

int main(void)
{
    Shape *list = NULL, **pp;
    int c;
    while ((c = input()) > 0) {
        Shape *s = make_shape(c);
        s->next = list;
        list = s;
    }
    for (pp = &list; *pp; ) {           /* drop degenerate shapes */
        Shape *s = *pp;
        if (perimeter(s) == 0) { *pp = s->next; free_shape(s); }
        else pp = &s->next;
    }
    while (list) {
        Shape *next = list->next;
        printf("%u\n", perimeter(list));
        free_shape(list);
        list = next;
    }
    return 0;
}
