// no search for runs comes behind the guard: p and q may lead to x, which is freed: then comparing them has either outcome
typedef struct node { struct node *n; } Node;
void free(void *);
void f(Node *x, Node *y, void *p, void *q, unsigned a)
{
    int r = 0;
    if (p == q || a * a != 1234321)
        return;
    free(x);
    if (p == q)
        r = 1;
L:  ;
}
