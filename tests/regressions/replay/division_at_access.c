// Every access is to allocated memory, whatever is known of products; a run divides by zero in the same command.
void f(unsigned a, int i) {
    unsigned b = a % 100;
    int x;
    int *p = &x;
    if (b * b == 5000) p = 0;
    *p = 1 / i;
L:  ;
}
