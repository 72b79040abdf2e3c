// q leads to a member, and is stepped to its neighbour.
struct node { int d; unsigned e; };
void f(struct node *x)
{
    int *q;
    if (!x)
        return;
    q = &x->d;
L0: *(q + 1) = 7;
L1: ;
}
