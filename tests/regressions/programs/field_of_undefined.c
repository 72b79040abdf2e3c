// An indeterminate pointer may be NULL, and no field of NULL can be selected: nothing proves that this runs without errors.
typedef struct node { struct node *n; int d; } Node;
static Node **place(Node *a) { return &a->n; }
int subject(Node *x) {
    Node *t;
    Node **q = place(t);
L1: ;
    return 0;
}
