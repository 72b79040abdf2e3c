void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, "", 0, ""))

int subject(int c, int d)
{
    assert(c != 0); assert(d != 0);
    return 0;
}
