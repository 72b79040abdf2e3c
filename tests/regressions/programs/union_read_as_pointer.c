// A number written to a member of a union is a pointer when the other member is read: zero is NULL.
typedef struct node { union { struct node *v; long tag; } u; } Node;
void subject(Node *x, Node *t)
{
    t->u.v = t;
    x->u.tag = 0;
end:;
}
