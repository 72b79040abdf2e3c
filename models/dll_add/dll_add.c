// Puts a cell behind x in a doubly linked list, which may be a ring.
// Asked: no null dereference, the links fit, nothing is lost.
typedef struct Node {
    struct Node *n, *p;
} Node;

void dll_add(Node *x, Node *t)
{
    t->n = x->n;
    t->p = x;
    if (x->n != 0)
        x->n->p = t;
    x->n = t;
}
