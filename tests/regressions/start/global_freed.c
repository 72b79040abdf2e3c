/* What a pointer leads to need not come from malloc. */
void free(void *);
typedef struct node { struct node *n; int d; } Node;
Node s;
void subject(Node *x) { free(x); L: ; }
