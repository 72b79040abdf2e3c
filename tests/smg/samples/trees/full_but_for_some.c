// As full, but some nodes have only a left child.
// TRUE: invalid-dereference in line 17: the right child that is not there
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; };
static struct node *build(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->left = n->right = NULL;
    if (__VERIFIER_nondet_int()) {
        n->left = build();
        if (__VERIFIER_nondet_int()) n->right = build();
    }
    return n;
}
static void release(struct node *n) {
    if (n->left) {
        release(n->left);
        release(n->right);
    }
    free(n);
}
int main(void) {
    release(build());
    return 0;
}
