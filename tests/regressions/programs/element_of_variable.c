typedef struct node { struct node *n; int d; } Node;
int subject(Node *x, int i) {
    Node s = { x, 0 };
    Node *p = &s;
    s.n = 0;
L1: ;
    p->n = x;
L2: return s.n == 0;
}
