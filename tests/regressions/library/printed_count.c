// False: %n writes.
int printf(const char *, ...);
struct B { int d; struct B *n; };
void f(struct B *x) {
    if (!x) return;
    x->d = 0;
    printf("abc%n", &x->d);
L:  ;
}
