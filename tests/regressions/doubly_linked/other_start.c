typedef struct node { struct node *next, *prev; } Node;

Node *c;
Node **G = &c;

void subject(void)
{
    if (G && G != &c && c && c->next && c->next->prev != c) {
end: ;
    }
}
