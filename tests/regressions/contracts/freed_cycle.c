/* A list with a cycle cannot be freed node by node. */
typedef struct node { struct node *n; int d; } Node;

void drop_all(Node *x);

void f(Node *x) { drop_all(x); }
