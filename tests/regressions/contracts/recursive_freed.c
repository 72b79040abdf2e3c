/* A function calls itself, and what another one frees is not read any more. */
typedef struct node { struct node *n; int d; } Node;

void drop(Node *x);

void f(Node *x) {
    if (x == 0)
        return;
    f(x->n);
    drop(x);
}
