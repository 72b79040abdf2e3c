// As union_folded, but the right operand is not folded before it is dropped, so it may have operands.
// TRUE: memory-leak in line 55: the operands of the right operand
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum kind { NUMBER, NEGATION, SUM };
struct node {
    enum kind kind;
    union {
        unsigned number;
        struct node *operand;
        struct { struct node *left, *right; } sum;
    } u;
};
static struct node *make(enum kind kind) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->kind = kind;
    return n;
}
static struct node *parse(void) {
    struct node *n;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        n = make(NEGATION);
        n->u.operand = parse();
        return n;
    case 2:
        n = make(SUM);
        n->u.sum.left = parse();
        n->u.sum.right = parse();
        return n;
    default:
        n = make(NUMBER);
        n->u.number = __VERIFIER_nondet_int();
        return n;
    }
}
static void fold(struct node *n) {
    if (n->kind == NEGATION) {
        struct node *operand = n->u.operand;
        fold(operand);
        if (operand->kind == NUMBER) {
            n->kind = NUMBER;
            n->u.number = -operand->u.number;
            free(operand);
        }
    }
    if (n->kind == SUM) {
        struct node *left = n->u.sum.left, *right = n->u.sum.right;
        fold(left);
        if (left->kind == NUMBER || right->kind == NUMBER) {
            n->kind = NUMBER;
            n->u.number = left->u.number + right->u.number;
            free(left);
            free(right);
        }
    }
}
static void release(struct node *n) {
    if (n->kind == NEGATION) release(n->u.operand);
    if (n->kind == SUM) {
        release(n->u.sum.left);
        release(n->u.sum.right);
    }
    free(n);
}
int main(void) {
    struct node *n = parse();
    fold(n);
    release(n);
    return 0;
}
