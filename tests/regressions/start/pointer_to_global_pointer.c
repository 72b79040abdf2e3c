typedef struct node { struct node *n; int d; } Node;
Node *head;
void subject(Node **p) { head = 0; if (p) *p = 0; L: ; }
