typedef struct node { struct node *next, *prev; int v; } Node;

Node *subject(Node *x)
{
    Node *y = 0;
    while (x) {
        Node *t = x->next;
        x->next = y;
        x->prev = t;
        y = x;
        x = t;
    }
end:
    return y;
}
