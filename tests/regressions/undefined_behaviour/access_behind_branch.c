/* Every run that reaches the access has branched on an undefined number before. */
typedef struct node { struct node *n; int d; } Node;
void subject(void) { Node *x; int j; x = 0; if (j) x->d = 1; L: ; }
