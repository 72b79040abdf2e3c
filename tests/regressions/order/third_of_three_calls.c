// c may be called first, while g is 0: of the six orders one is followed, and what it rules out may happen in another.
void __assert_fail(const char *, const char *, unsigned, const char *);
int g;
int a(void) { g = 1; return 0; }
int b(void) { g = 2; return 0; }
int c(unsigned v) {
    if (v * v == 603729 && g == 0)
        __assert_fail("", "", 0, "");
    return 0;
}
int sum(int x, int y, int z) { return x + y + z; }
int main(int count, char **arguments) {
    int r = sum(a(), b(), c(count));
L:  return r;
}
