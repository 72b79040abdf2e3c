void free(void *);

typedef struct node { struct node *next, *prev; int v; } Node;

void subject(Node *x)
{
    while (x) {
        Node *t = x->next;
        if (t) t->prev = 0;
        free(x);
        x = x->next;
    }
}
