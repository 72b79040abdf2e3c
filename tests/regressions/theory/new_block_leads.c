// Open, each of them: what a new block holds may lead anywhere, and it may lie anywhere.
void *malloc(unsigned long);
typedef struct node { void *p; struct node *t[2]; } Node;
void f(Node *x) {
    Node *t = malloc(sizeof(Node));
    if (t == 0) return;
L:  ;
}
