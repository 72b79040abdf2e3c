/* A node of a list is looked for elsewhere. */
typedef struct node { struct node *n; int d; } Node;

Node *find(Node *x, int d);

int f(Node *x, int d) {
    Node *y = find(x, d);
here:
    return y ? y->d : 0;
}
