// False: a record with an array is copied with all that it holds.
struct pair { int k; int a[2]; };
void f(void) {
    struct pair s, t;
    s.k = 1;
    t.k = 2;
    s = t;
L:  ;
}
