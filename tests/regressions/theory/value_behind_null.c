// False: a value that is read behind NULL is no truth.
typedef struct node { struct node *n; int d; } Node;
void f(Node *p) {
L:  ;
}
