typedef struct node { struct node *n; int d; } Node;
Node pool[3];
void subject(Node *x) { pool[1].d = 1; if (x) x->d = 2; L: ; }
