// A bit-field as wide as int promotes to int or unsigned int, whatever its type.
int printf(const char *format, ...);

struct wide { unsigned long u : 32; long s : 32; enum { LEAST = -1, MOST = 1 } e : 32; };

int main(void) {
    struct wide w = {.u = 0xffffffff, .s = -1, .e = LEAST};
    printf("%d %d\n", w.u + 1 == 0, w.u * 2u == 0xfffffffe);
    printf("%d %d\n", w.s < 1u, w.e < 0);
    printf("%d %d\n", (int)sizeof(+w.u), (int)sizeof(w.s + 1));
    w.u = 1;
    printf("%lu\n", (unsigned long)(w.u << 31) + (w.u - 2));
    return 0;
}
