// p and q may lead to x, which is freed: then comparing them has either outcome
typedef struct node { struct node *n; } Node;
void free(void *);
void f(Node *x, Node *y, void *p, void *q)
{
    int r = 0;
    if (p == q)
        return;
    free(x);
    if (p == q)
        r = 1;
L:  ;
}
