typedef struct node { struct node *n; int *d; } Node;
int counter;
void subject(Node *x) { counter = 1; if (x && x->d) *x->d = 2; L: ; }
