/* What is undefined comes first; the error of memory beside it is found all the same. */
typedef struct node { struct node *n; int d; } Node;
int a[2][3];
void subject(Node *x) { int i; i = a[0][4] + x->d; L: ; }
