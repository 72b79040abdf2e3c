struct node { struct node *n; };
void f(struct node *x)
{
    while (x) {
        struct node *t = x->n;
        x = t;
    }
}
