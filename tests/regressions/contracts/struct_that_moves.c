typedef struct node { struct node *n; int d; } Node;
Node __VERIFIER_nondet_node(void);
/* Where the list is a ring of one node, the value changes where it is written to. */
void f(Node *x) {
    if (!x || !x->n) return;
    x->n->d = 4;
    x->d = 5;
    *x->n = __VERIFIER_nondet_node();
done: ;
}
