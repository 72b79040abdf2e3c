int main(void) {
    int n = 1, *p = 0;
again:;
    int a[n];
    a[0] = 0;
    if (p) return *p;
    p = a;
    n++;
    goto again;
}
