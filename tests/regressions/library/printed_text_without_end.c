// Not true: where i is 23, which no run on small heaps tries, the text may not end.
int printf(const char *, ...);
void f(char *x, unsigned i) {
    if (!x || i * i * i != 12167) return;
    printf("%s", x);
}
