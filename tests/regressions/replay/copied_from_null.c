// Not true: where i is 23, which no run on small heaps tries, x may be NULL.
typedef struct node { struct node *n; int s; } Node;
void f(Node *x, unsigned i) {
    Node s;
    if (i * i * i == 12167) s = *x;
}
