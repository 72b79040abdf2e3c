typedef struct node { struct node *n; int d; } Node;
void subject(void) { Node *x; x->d = 1; L: ; }
