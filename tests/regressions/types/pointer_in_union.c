// A union that a procedure is called with may hold its other member, so that u.p is no address.
struct node { struct node *n; };
union value { long i; struct node *p; };
void subject(struct node *x, union value u) {
L:
    x = x;
}
