// False where i is 23, which no run on small heaps tries: the hint is about another claim, and says nothing about this one.
typedef struct node { struct node *n; int d; } Node;
void f(Node *x, unsigned i) {
    if (i * i * i != 12167) return;
    x->d = 7;
L:  ;
}
