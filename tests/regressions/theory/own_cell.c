// False, both: the path from the variable begins with its own cell, though no pointer leads to it.
typedef struct node { struct node *n; } Node;
void f(Node *y) {
    Node s;
    s.n = 0;
K:  s.n = y;
L:  ;
}
