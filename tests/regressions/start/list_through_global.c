/* A list may lead through the global. */
typedef struct node { struct node *n; int d; } Node;
Node s;
void subject(Node *x) { s.n = 0; L: ; }
