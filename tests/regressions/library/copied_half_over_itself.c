// False, for one number: what is copied lies half where it goes to.
void *memcpy(void *, const void *, unsigned long);
struct pair { int a, b; };
struct three { int c; struct pair pair; };
void f(struct three *x, unsigned a) {
    if (a * a != 1234321) return;
K:  memcpy(x, &x->pair, 8);
}
