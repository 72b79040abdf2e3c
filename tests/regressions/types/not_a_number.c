// Not true: what is no number is not equal to itself.
void f(double d) {
L:  ;
}
