void free(void *);

typedef struct node { struct node *next, *prev; int v; } Node;
typedef struct list { Node *head, *tail; } List;

void subject(List *l, Node *n)
{
    if (n->prev) n->prev->next = n->next; else l->head = n->next;
    free(n);
    if (n->next) n->next->prev = n->prev; else l->tail = n->prev;
end: ;
}
