/* What held at the call is fixed there, whatever changes. */
typedef struct node { struct node *n; int d; } Node;

void toggle(Node *x);

int f(Node *x) {
    toggle(x);
middle:
    toggle(x);
    return x->d;
}
