// The label stands in both copies of the helper; the assertion fails in one.
typedef struct node { struct node *n; int d; } Node;
static void note(Node *a) {
L1: ;
    a = 0;
}
Node *subject(Node *x) {
    note(x);
    x = 0;
    note(x);
    return x;
}
