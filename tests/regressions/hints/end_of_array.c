// False: one past the end of the array nothing is allocated. The hint holds of whole blocks only.
typedef struct node { struct node *n; } Node;
Node a[2];
void f(int i) {
    Node *p = a + 2;
    if (i) p = 0;
L:  ;
}
