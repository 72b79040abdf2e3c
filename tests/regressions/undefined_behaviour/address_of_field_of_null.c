typedef struct node { struct node *n; int d; } Node;
void subject(Node *x) { Node **p; p = &x->n; L: ; }
