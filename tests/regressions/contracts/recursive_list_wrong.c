/* A function calls itself, and a whole list is freed at each end. */
typedef struct node { struct node *n; int d; } Node;

void drop_all(Node *x);

void f(Node *x, int i) {
    if (i > 0)
        f(x, i - 1);
    drop_all(x);
}
