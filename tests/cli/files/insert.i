typedef struct node { struct node *n; int data; } Node;
Node *insert(Node *x, Node *t) {
n1: t->n = x;
n2: x = t;
n3: return x;
}
