typedef struct node { struct node *n; } Node;
Node *subject(Node *x, Node *t) {
    t = t->n;
    x->n->n = t;
    for (int j = 0; j < 2; j++) { }
    L2: ; 
}
