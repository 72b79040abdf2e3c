typedef struct node { struct node *n; int d; } Node;
void free(void *p);
void f(Node *x)
{
    Node *e = x, *d;
    if (x == 0) return;
    d = x->n;
    if (d == 0) return;
n1: free(d);
n2: d = e->n;
n3: ;
}
