// False, although there are too many cases of what is avoided to follow them.
typedef struct node { struct node *n; } Node;
void f(Node *a, Node *w, Node *x, Node *y) {
    if (w == 0) return;
K:  w->n = 0;
L:  ;
}
