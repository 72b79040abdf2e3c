void *malloc(unsigned long);

typedef struct node { struct node *next, *prev; int v; } Node;

void subject(Node **head, int v)
{
    Node *n = malloc(sizeof *n);
    n->v = v;
    n->prev = 0;
    n->next = *head;
    *head = n;
end: ;
}
