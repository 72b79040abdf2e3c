typedef struct node { struct node *n; int d; } Node;

void share(Node *x, int i)
{
    int part;
    part = 12 / i;
    if (x)
        x->d = part;
    if (i != i) {
never:  part = 0;
    }
done: ;
}
