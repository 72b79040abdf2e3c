// fault: assertion
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function);

int main(void) {
    int i = 3;
    if (!(i < 3)) __assert_fail("i < 3", "assertion.c", 5, "main");
    return 0;
}
