// header_insert.c with a mistake: the last two lines are swapped, so the new element leads back to itself.
typedef struct Node {
    int data;
    struct Node *n, *p;
} Node;

void header_insert(Node *at, Node *t)
{
    t->n = at->n;
    t->p = at;
    at->n = t;
    at->n->p = t;
}
