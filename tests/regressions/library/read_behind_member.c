// Not true: the number is larger than the member, and the next one is written, too.
int scanf(const char *, ...);
struct pair { int i; char c; };
void f(struct pair *x) {
    if (x == 0) return;
    x->c = 5;
    scanf("%ld", &x->i);
L:  ;
}
