// Open: where the second number goes is not known.
int scanf(const char *, ...);
void f(long *p) {
    int i;
    if (p == 0) return;
    *p = 1;
    scanf("%d %d", &i);
L:  ;
}
