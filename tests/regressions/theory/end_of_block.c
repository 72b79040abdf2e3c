// False: a block of one node ends where the pointer leads.
typedef struct node { struct node *n; } Node;
void f(Node *x) {
    Node *p = x + 1;
L:  ;
}
