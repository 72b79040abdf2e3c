// Open: each time the array begins its life its elements are any value.
int f(int i) {
    int s = 0;
again:;
    int a[2];
K:  ;
    if (i) {
        i = 0;
        s = 1;
        a[0] = 5;
        goto again;
    }
L:  return s;
}
