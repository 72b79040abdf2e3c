/* One call keeps what is required, the other does not. */
typedef struct node { struct node *n; int d; } Node;

void touch(Node *x);

void f(Node *x, Node *y) {
    if (x != 0)
        touch(x);
    touch(y);
}
