// Bit-fields and unions.
typedef unsigned long size_t;
int printf(const char *format, ...);

struct flags { unsigned a : 3; int b : 5; unsigned c : 1; unsigned long d : 33; };
union word { unsigned value; unsigned char bytes[4]; };

int main(void) {
    struct flags f = {7, -3, 1, 0x1ffffffffUL};
    f.a = 9;
    f.b += 4;
    f.c = !f.c;
    printf("%d %d %d %lx %lu\n", f.a, f.b, f.c, (unsigned long)f.d, sizeof f);
    union word w;
    w.value = 0x01020304;
    printf("%d %d\n", w.bytes[0], w.bytes[3]);
    w.bytes[1] = 0xff;
    printf("%x\n", w.value);
    return f.b;
}
