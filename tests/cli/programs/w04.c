// SAFE
// Expression tree, nodes allocated only as long as their kind needs, height bounded.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int input(void);

typedef struct expr expr_t;
struct expr {
    enum { NUM, NEG, ADD, COND } op;
    unsigned height;
    union {
        unsigned num;
        expr_t *arg;
        struct { expr_t *l, *r; } bin;
        struct { expr_t *c, *t, *e; } cond;
    } u;
};

#define SIZE_FOR(field) (offsetof(expr_t, u) + sizeof ((expr_t *)0)->u.field)

static expr_t *alloc_expr(size_t sz, int op, unsigned height)
{
    expr_t *e = malloc(sz);
    if (!e) { fputs("no memory\n", stderr); exit(EXIT_FAILURE); }
    e->op = op;
    e->height = height;
    return e;
}

static expr_t *parse(unsigned depth)
{
    int c = depth >= 12 ? 0 : input();
    expr_t *e;

    switch (c) {
    case 1:
        e = alloc_expr(SIZE_FOR(arg), NEG, depth);
        e->u.arg = parse(depth + 1);
        return e;
    case 2: case 3:
        e = alloc_expr(SIZE_FOR(bin), ADD, depth);
        e->u.bin.l = parse(depth + 1);
        e->u.bin.r = parse(depth + 1);
        return e;
    case 4:
        e = alloc_expr(SIZE_FOR(cond), COND, depth);
        e->u.cond.c = parse(depth + 1);
        e->u.cond.t = parse(depth + 1);
        e->u.cond.e = parse(depth + 1);
        return e;
    default:
        e = alloc_expr(SIZE_FOR(num), NUM, depth);
        e->u.num = (unsigned)c;
        return e;
    }
}

static unsigned eval(const expr_t *e)
{
    switch (e->op) {
    case NUM:  return e->u.num;
    case NEG:  return 0u - eval(e->u.arg);
    case ADD:  return eval(e->u.bin.l) + eval(e->u.bin.r);
    case COND: return eval(e->u.cond.c) ? eval(e->u.cond.t) : eval(e->u.cond.e);
    }
    return 0;
}

static void drop(expr_t *e)
{
    switch (e->op) {
    case NUM:  break;
    case NEG:  drop(e->u.arg); break;
    case ADD:  drop(e->u.bin.l); drop(e->u.bin.r); break;
    case COND: drop(e->u.cond.c); drop(e->u.cond.t); drop(e->u.cond.e); break;
    }
    free(e);
}

int main(void)
{
    expr_t *root = parse(0);
    printf("= %u\n", eval(root));
    drop(root);
    return 0;
}
