// A symbolic constant may be the address of a global, although only a function that is never called takes it.
typedef struct node { int d; struct node *n; } Node;
Node cell;
void touch(void) {
    Node *p = &cell;
    p->d = 0;
}
void subject(Node *x) {
L1: x = x;
}
