/* Where the division is defined, the access is an error. */
typedef struct node { struct node *n; int d; } Node;
void subject(Node *x, int i) { i = 1 / i; x->d = i; L: ; }
