// The first assertion holds, whatever is known of products; a run breaks the second one.
void __assert_fail(const char *, const char *, unsigned, const char *);
void f(unsigned a) {
    unsigned b = a % 100;
    if (b * b == 5000) __assert_fail("first", "", 1, "");
    if (b == 3) __assert_fail("second", "", 2, "");
L:  ;
}
