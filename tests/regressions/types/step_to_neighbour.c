// The specification steps from a member to its neighbour, which is of another type.
struct node { int d; unsigned e; };
void f(struct node *x, unsigned v)
{
    if (!x || v * v != 603729)
        return;
L0: x->e = 7;
L1: ;
}
