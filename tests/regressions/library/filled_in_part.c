// False: a half of the number is filled, too.
void *memset(void *, int, unsigned long);
struct pair { long a; int b; };
void f(struct pair *x) {
    if (x == 0) return;
    x->b = 5;
    memset(x, 0, 10);
L:  ;
}
