// UNSAFE: memory leak in line 68
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum kind { NUM, VAR, NEG, ADD, MUL };

struct expr {
    enum kind kind;
    union {
        unsigned num;
        struct expr *arg;
        struct { struct expr *l, *r; } bin;
    } u;
};

static struct expr *node(enum kind k)
{
    struct expr *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->kind = k;
    return e;
}

static struct expr *parse(void)
{
    struct expr *e;
    int tok = __VERIFIER_nondet_int();
    switch (tok) {
    case 1:
        return node(VAR);
    case 2:
        e = node(NEG);
        e->u.arg = parse();
        return e;
    case 3:
    case 4:
        e = node(tok == 3 ? ADD : MUL);
        e->u.bin.l = parse();
        e->u.bin.r = parse();
        return e;
    default:
        e = node(NUM);
        e->u.num = (unsigned)tok;
        return e;
    }
}

static void fold(struct expr *e)
{
    if (e->kind == NEG) {
        struct expr *a = e->u.arg;
        fold(a);
        if (a->kind == NUM) {
            e->kind = NUM;
            e->u.num = 0u - a->u.num;
            free(a);
        }
    } else if (e->kind == ADD || e->kind == MUL) {
        struct expr *l = e->u.bin.l, *r = e->u.bin.r;
        fold(l);
        fold(r);
        if (l->kind == NUM && r->kind == NUM) {
            e->u.num = e->kind == ADD ? l->u.num + r->u.num : l->u.num * r->u.num;
            e->kind = NUM;
            free(l);
        }
    }
}

static void release(struct expr *e)
{
    if (e->kind == NEG) {
        release(e->u.arg);
    } else if (e->kind == ADD || e->kind == MUL) {
        release(e->u.bin.l);
        release(e->u.bin.r);
    }
    free(e);
}

int main(void)
{
    struct expr *e = parse();
    fold(e);
    release(e);
    return 0;
}
