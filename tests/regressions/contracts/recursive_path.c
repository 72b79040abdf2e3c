/* A function calls itself, so that calls are not inlined: no command says what is ensured of a path, and the contract is not used. */
typedef struct node { struct node *n; int d; } Node;

Node *next(Node *x);

Node *f(Node *x) { return x ? next(f(x->n)) : x; }
