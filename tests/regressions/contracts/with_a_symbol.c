/* What is said of a symbol is said of every node. */
typedef struct node { struct node *n; int d; } Node;

Node *drop(Node *x);

Node *f(Node *x) { return drop(x); }
