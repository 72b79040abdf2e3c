// The specification sees the first cell of *a under another type.
struct A { int x; struct A *n; };
struct B { int x; struct B *n; };
void f(struct A *a, unsigned v)
{
    if (!a) return;
    if (v * v != 603729) return;
    a->x = 1;
L:  ;
}
