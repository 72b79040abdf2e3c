typedef struct node { struct node *n; int d; } Node;
void *memset(void *, int, unsigned long);
void subject(Node *x) { memset(&x->d, 0, sizeof x->d); L: ; }
