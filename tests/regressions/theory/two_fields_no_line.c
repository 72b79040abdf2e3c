// False, both: what a node with two fields reaches is not in line, and two share nothing because each shares with a third.
typedef struct node { struct node *n, *m; } Node;
void f(Node *x, Node *y, Node *z) {
L:  ;
}
