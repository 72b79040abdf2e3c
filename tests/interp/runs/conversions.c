// Integer conversions: widths, signs, promotions.
typedef unsigned long size_t;
int printf(const char *format, ...);

int main(void) {
    signed char c = (signed char)200;
    unsigned char u = (unsigned char)-1;
    short s = (short)70000;
    unsigned n = 1u - 2u;
    long l = -5;
    printf("%d %d %d %u %ld\n", c, u, s, n, l);
    printf("%d %d\n", c < u, -1 < 1u);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%d %d %u\n", -8 >> 1, 1 << 10, 0x80000000u >> 31);
    printf("%lu %lld %llu\n", (unsigned long)-1, (long long)1 << 40, ~0ull);
    printf("%x %X %#x %o\n", 255, 0xbeef, 48879, 8);
    _Bool b = 256;
    u += 3;
    c = u * 100;
    printf("%d %d %d %d\n", b, u, c, (unsigned char)300);
    printf("%d\n", (int)sizeof(c + c) + (int)(char)'\xff');
    return (unsigned char)(n >> 28);
}
