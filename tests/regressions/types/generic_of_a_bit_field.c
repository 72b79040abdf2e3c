// the type of a bit-field is the compiler's choice
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
struct flags { unsigned ready : 3; };
int main(void)
{
    struct flags f = { 5 };
    if (!(_Generic((f.ready), int: 32, unsigned: 32, default: 0) == 32))
        __assert_fail("", "", 1, "");
    return 0;
}
