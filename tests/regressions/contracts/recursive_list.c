/* A function calls itself, and a whole list is freed at the end. */
typedef struct node { struct node *n; int d; } Node;

void drop_all(Node *x);

void f(Node *x, int i) {
    if (i > 0)
        return f(x, i - 1);
    drop_all(x);
}
