/* Where a function calls itself, contracts are not used: what is called may do anything. */
typedef struct node { struct node *n; int d; } Node;

int next(int i);

int f(Node *x) { return x ? next(f(x->n)) : 0; }
