// An indeterminate pointer may be NULL, of which no field can be selected: nothing proves that this runs without errors.
typedef struct node { struct node *n; int d; } Node;
static Node **place(Node *a) { return &a->n; }
int subject(Node *x) {
    Node *t;
    Node **q = place(t);
L1: ;
    return 0;
}
