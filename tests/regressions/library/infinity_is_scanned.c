// "inf" is a number
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int sscanf(const char *, const char *, ...);
int main(void)
{
    double d = 0;
    int n = sscanf("inf", "%lf", &d);
    if (!(n == 1))
        __assert_fail("", "", 1, "");
    return 0;
}
