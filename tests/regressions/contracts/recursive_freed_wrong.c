/* A function calls itself, and reads what another one has freed. */
typedef struct node { struct node *n; int d; } Node;

void drop(Node *x);

void f(Node *x) {
    if (x == 0)
        return;
    drop(x);
    f(x->n);
}
