void __assert_fail(const char *, const char *, unsigned, const char *);

int subject(int c)
{
    int n = 0;
    (n == 0 || c == 0) ? (void)0 : __assert_fail("", "", 0, "");
    (n != 0 ? c == 0 : 1) ? (void)0 : __assert_fail("", "", 0, "");
    (!(n != 0 && c == 0)) ? (void)0 : __assert_fail("", "", 0, "");
    if (n) (c == 7 || c == 8) ? (void)0 : __assert_fail("", "", 0, "");
    return n;
}
