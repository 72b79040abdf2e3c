// dll_add.c with a mistake: the link of x is overwritten before it is read.
typedef struct Node {
    struct Node *n, *p;
} Node;

void dll_add(Node *x, Node *t)
{
    if (x->n != 0)
        x->n->p = t;
    x->n = t;
    t->n = x->n;
    t->p = x;
}
