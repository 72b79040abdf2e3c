// False for i = 8: four bits hold -8 to 7. What fits is kept.
struct S { int a:4; unsigned b:3; struct S *n; };
void f(struct S *s, int i) {
    if (!s) return;
    s->a = i;
    s->b = 9;
L:  ;
}
