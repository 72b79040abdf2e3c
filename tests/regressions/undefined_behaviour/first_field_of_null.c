/* C gives the address no meaning. On every machine it is NULL. */
typedef struct node { struct node *n; int d; } Node;
void subject(Node **q, Node *x) { q = &x->n; L: ; }
