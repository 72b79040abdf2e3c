/* Another file may have passed its address. */
typedef struct node { struct node *n; int d; } Node;
Node s;
void subject(Node *x) { s.d = 1; if (x) x->d = 2; L: ; }
