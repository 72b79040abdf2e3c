typedef struct node { struct node *next, *prev, *other; } Node;

void subject(Node *x, Node *y)
{
    if (x && y && x != y && y->next == x) {
end: ;
    }
}
