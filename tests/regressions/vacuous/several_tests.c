void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))

int subject(int c)
{
    int n = 0;
    assert(n == 0 || c == 0);
    assert(n != 0 ? c == 0 : 1);
    assert(!(n != 0 && c == 0));
    if (n) assert(c == 7 || c == 8);
    return n;
}
