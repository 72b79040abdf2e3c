// False: an index of 32 bits and another one do not add up to one of 32 bits.
void f(char *p, unsigned i) {
    char *q, *r;
    if (!p || i != 4294967295u) return;
    q = p + i;
    r = q + 1u;
L:  ;
}
