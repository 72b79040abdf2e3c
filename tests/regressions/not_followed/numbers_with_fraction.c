// Open: nothing is known of numbers with a fraction.
void f(double d, double e) {
    d = d + d;
L:  ;
}
