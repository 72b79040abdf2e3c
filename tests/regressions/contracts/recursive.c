/* A function calls itself, so that calls are not inlined: commands say what the contract says. */
typedef struct node { struct node *n; int d; } Node;

int next(int i);

int f(Node *x) { return x ? next(f(x->n)) : 0; }
