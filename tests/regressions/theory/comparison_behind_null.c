// True: a comparison that reads behind NULL is false, in either direction.
typedef struct node { struct node *n; int d; } Node;
void f(Node *p, int i) {
L:  ;
}
