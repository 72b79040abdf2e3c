// A chain of operators that ends in a number: as a list, its last node may be the number, or the number may follow it.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
typedef struct node { long k; long n; struct node *l; struct node *r; } Node;
static Node *make(int k) { Node *m = malloc(sizeof(Node)); m->k = k; return m; }
static Node *number(int n) { Node *m = make(0); m->n = n; return m; }
static Node *unary(Node *a) { Node *m = make(1); m->l = a; return m; }
static int size(Node *a) {
    if (a->k == 2) return 1 + size(a->l) + size(a->r);
    return 0;
}
static void destroy(Node *a) { while (a->k) { Node *b = a->l; free(a); a = b; } free(a); }
int main(void) {
    int j = 0;
    Node *x = 0;
    if (!x) x = number(__VERIFIER_nondet_int());
    while (__VERIFIER_nondet_int()) x = x ? unary(x) : number(3);
    while (__VERIFIER_nondet_int()) {
    }
    if (x) j = size(x);
    if (x) destroy(x);
}
