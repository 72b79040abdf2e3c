typedef struct node { struct node *next, *prev; int v; } Node;
typedef struct list { Node *head, *tail; } List;

void subject(List *a, List *b)
{
    if (!b->head) return;
    if (a->tail) { a->tail->next = b->head; b->head->prev = a->tail; }
    else a->head = b->head;
    a->tail = b->tail;
    b->head = b->tail = 0;
end: ;
}
