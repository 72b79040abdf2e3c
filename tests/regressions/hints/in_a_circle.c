// False: each hint is right, and together they say nothing.
void f(unsigned x, unsigned y) {
L:  ;
}
