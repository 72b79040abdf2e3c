// Numbers that were never written are any numbers, each the same at all reads: of a variable, a bit-field, an index, a copy.
// EXPECTED --uninitialized-is-any: violated assertion in line 14, assertion in line 16, assertion in line 18, assertion in line 21
// EXPECTED : unknown, line 14: branch on an uninitialized value
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
struct bits { unsigned low : 3, high : 5; };
static const int table[4] = {1, 2, 3, 4};

int main(void)
{
    int x, i, y, way = __VERIFIER_nondet_int();
    struct bits bits;
    if (way == 0)
        if (x == 5) __assert_fail("x", "f", 14, "main");
    if (way == 1)
        if (bits.low == 2 && bits.high == 9 && bits.low != 3) __assert_fail("bits", "f", 16, "main");
    if (way == 2 && i >= 0 && i < 4)
        if (table[i] == 3) __assert_fail("table", "f", 18, "main");
    if (way == 3) {
        int copy = y;
        if (copy == 7 && y == 7) __assert_fail("copy", "f", 21, "main");
        if (copy == 7 && y == 8) __assert_fail("two values", "f", 22, "main");
    }
    return 0;
}
