typedef struct node { struct node *next, *prev; int v; } Node;

Node *subject(Node *x)
{
    Node *r = 0, *t;
    while (x) {
        t = x->next;
        x->next = x->prev;
        x->prev = t;
        if (!t && r) x->v = 0;
        r = x;
        x = t;
    }
end:
    return r;
}
