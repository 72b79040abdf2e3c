// False: to copy a record copies its bit-fields, too.
struct bits { unsigned a : 3, b : 5; };
void f(struct bits *x, struct bits *y) {
    if (x == 0 || y == 0) return;
K:  *x = *y;
L:  ;
}
