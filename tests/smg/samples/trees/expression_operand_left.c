// As expression_freed, but one kind of node is released without its operand.
// TRUE: memory-leak in line 31: the operand of a negation
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum kind { NUMBER, NEGATION, SUM };
struct node { enum kind kind; int number; struct node *left, *right; };
static struct node *parse(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    switch (__VERIFIER_nondet_int()) {
    case 1:
        n->kind = NEGATION;
        n->left = parse();
        return n;
    case 2:
        n->kind = SUM;
        n->left = parse();
        n->right = parse();
        return n;
    default:
        n->kind = NUMBER;
        n->number = __VERIFIER_nondet_int();
        return n;
    }
}
static void release(struct node *n) {
    if (n->kind == SUM) {
        release(n->left);
        release(n->right);
    }
    free(n);
}
int main(void) {
    release(parse());
    return 0;
}
