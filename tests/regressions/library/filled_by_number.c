// Not true: where i is 23, which no run on small heaps tries, more is filled than the object has.
void *memset(void *, int, unsigned long);
struct P { int a; long d; };
void f(struct P *x, unsigned i) {
    if (!x || i * i * i != 12167) return;
    memset(x, 0, i);
}
