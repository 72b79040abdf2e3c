/* The places are those of the call, whatever changes first. */
typedef struct node { struct node *n; int d; } Node;

void step(Node *x);

int f(Node *x) {
    Node *y = x->n;
    x->d = 1;
    y->d = 2;
start:
    step(x);
    return y->d;
}
