// False, although each of two hints stands for what the other says.
typedef struct node { struct node *n; } Node;
void f(Node *x, Node *y) {
L:  ;
}
