// True: scanf writes to numbers alone. False: and to this one.
int scanf(const char *, ...);
struct P { struct P *n; int d; };
void f(struct P *x) {
    int i = 1;
    if (!x) return;
    x->n = x;
    scanf("%d", &i);
L:  ;
}
