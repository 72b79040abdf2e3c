// %i takes "0" of "08"
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
int sscanf(const char *, const char *, ...);
int main(void)
{
    int day = 1, month = 1;
    int n = sscanf("08/12", "%i/%i", &day, &month);
    if (!(n == 1 && day == 0))
        __assert_fail("", "", 1, "");
    return 0;
}
