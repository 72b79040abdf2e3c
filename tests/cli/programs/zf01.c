// UNSAFE line 86: leak
/* Arithmetic expressions made of numbers, one variable, negations, sums and
   products.  An expression is built as the input says, its constant parts are
   folded in place, and its value for one x is printed before and after. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

enum kind { NUM, VAR, NEG, ADD, MUL };

struct expr {
    enum kind kind;
    unsigned value;
    struct expr *left, *right;
};

static struct expr *mk(enum kind k, unsigned v, struct expr *l, struct expr *r)
{
    struct expr *e = malloc(sizeof *e);
    if (e == NULL)
        abort();
    e->kind = k;
    e->value = v;
    e->left = l;
    e->right = r;
    return e;
}

static struct expr *build(void)
{
    struct expr *l, *r;
    int c = input();

    switch (c) {
    case 1:
        return mk(VAR, 0, NULL, NULL);
    case 2:
        return mk(NEG, 0, build(), NULL);
    case 3:
    case 4:
        l = build();
        r = build();
        return mk(c == 3 ? ADD : MUL, 0, l, r);
    default:
        return mk(NUM, (unsigned)c, NULL, NULL);
    }
}

static void destroy(struct expr *e)
{
    if (e == NULL)
        return;
    destroy(e->left);
    destroy(e->right);
    free(e);
}

static unsigned eval(const struct expr *e, unsigned x)
{
    switch (e->kind) {
    case NUM: return e->value;
    case VAR: return x;
    case NEG: return 0u - eval(e->left, x);
    case ADD: return eval(e->left, x) + eval(e->right, x);
    case MUL: return eval(e->left, x) * eval(e->right, x);
    }
    return 0;
}

static void fold(struct expr *e)
{
    if (e->kind != ADD && e->kind != MUL)
        return;
    fold(e->left);
    fold(e->right);
    if (e->left->kind != NUM)
        return;
    if (e->right->kind == NUM)
        e->value = eval(e, 0);
    else if (e->kind == MUL && e->left->value == 0)
        e->value = 0;
    else
        return;
    free(e->left);
    free(e->right);
    e->left = e->right = NULL;
    e->kind = NUM;
}

int main(void)
{
    struct expr *e = build();
    unsigned x = (unsigned)input();

    printf("%u\n", eval(e, x));
    fold(e);
    printf("%u\n", eval(e, x));
    destroy(e);
    return 0;
}
