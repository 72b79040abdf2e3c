// Open: a modifier may let the count take more than an int has.
int printf(const char *, ...);
struct s { int a; int b; };
void f(struct s *x) {
    if (x == 0) return;
    x->b = 5;
    printf("a%ln", &x->a);
L:  ;
}
