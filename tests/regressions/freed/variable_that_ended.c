// Unknown: the variable that both point to has ended, and comparing such pointers has either outcome.
void f(void) {
    int *p, *q;
    { int i = 1; p = &i; q = p; }
L:  ;
}
