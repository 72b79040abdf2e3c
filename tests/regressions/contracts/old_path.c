/* Whether a path was a circle at the call: what is none stays none. */
typedef struct node { struct node *n; int d; } Node;

void cut(Node *x);

void f(Node *x) { cut(x); }
