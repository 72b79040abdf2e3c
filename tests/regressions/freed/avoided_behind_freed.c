// False: a place that is read from a freed block is none, and then nothing is avoided.
typedef struct node { struct node *n; } Node;
void free(void *);
void f(Node *p, Node *x, Node *y) {
K:  free(p);
L:  ;
}
