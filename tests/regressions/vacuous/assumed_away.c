typedef struct node { struct node *n; int d; } Node;
void subject(Node *x) { L: ; }
