// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shape;
struct shape_ops {
    unsigned (*weight)(const struct shape *);
    void (*destroy)(struct shape *);
};
struct shape { const struct shape_ops *ops; struct shape *next; };
struct dot { struct shape base; };
struct poly { struct shape base; int n; int *xs; };

static unsigned dot_weight(const struct shape *s) { (void)s; return 1; }

static unsigned poly_weight(const struct shape *s)
{
    const struct poly *p = (const struct poly *)s;
    return 2u * (unsigned)p->n;
}

static void dot_destroy(struct shape *s) { free(s); }

static void poly_destroy(struct shape *s)
{
    struct poly *p = (struct poly *)s;
    free(p->xs);
    free(p);
}

const struct shape_ops dot_ops = { dot_weight, dot_destroy };
const struct shape_ops poly_ops = { poly_weight, poly_destroy };

static struct shape *dot_new(void)
{
    struct dot *d = malloc(sizeof *d);
    if (!d) abort();
    d->base.ops = &dot_ops;
    return &d->base;
}

static struct shape *poly_new(int n)
{
    struct poly *p = malloc(sizeof *p);
    if (!p) abort();
    p->base.ops = &poly_ops;
    p->n = n;
    p->xs = calloc((size_t)n, sizeof *p->xs);
    if (!p->xs) abort();
    return &p->base;
}

int main(void)
{
    struct shape *scene = NULL;
    unsigned total = 0;
    int n;

    while ((n = __VERIFIER_nondet_int()) != 0) {
        struct shape *s = (n > 2 && n < 1000) ? poly_new(n) : dot_new();
        s->next = scene;
        scene = s;
    }
    for (struct shape *s = scene; s; s = s->next)
        total += s->ops->weight(s);
    while (scene) {
        struct shape *s = scene;
        scene = s->next;
        s->ops->destroy(s);
    }
    return total == 77;
}
