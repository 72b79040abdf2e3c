// Open, each of them: what two new blocks hold may differ.
void *malloc(unsigned long);
typedef struct node { struct node *n; int i; } Node;
int a[4];
void f(Node *x, Node *y) {
    Node *t = malloc(sizeof(Node)), *u = malloc(sizeof(Node));
    if (t == 0 || u == 0) return;
L:  ;
}
