// Puts a cell behind another one in a doubly linked ring with a header.
// Asked: no null dereference, the links fit, nothing is lost.
typedef struct Node {
    int data;
    struct Node *n, *p;
} Node;

void header_insert(Node *at, Node *t)
{
    t->n = at->n;
    t->p = at;
    at->n->p = t;
    at->n = t;
}
