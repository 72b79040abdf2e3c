// What the shape analysis cannot know of bytes, the bounded engine proves.
// EXPECTED: verified by the bounded engine
// EXPECTED --unwind 0: unknown, perhaps assertion in line 13
void __assert_fail(const char *what, const char *file, unsigned line, const char *function);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    union { unsigned number; unsigned char bytes[4]; } u;
    u.number = __VERIFIER_nondet_uint();
    unsigned again = u.bytes[0] | u.bytes[1] << 8 | u.bytes[2] << 16 | (unsigned)u.bytes[3] << 24;
    if (again != u.number)
        __assert_fail("again == number", __FILE__, __LINE__, __func__);
    return 0;
}
