// Values of inputs: records by value, floating-point numbers, pointers to pointers, functions, numbers of all widths.
// EXPECTED --entry by_value: violated assertion in line 16
// EXPECTED --entry text: violated assertion in line 20
// EXPECTED --entry text -m32: violated assertion in line 20
// EXPECTED --entry call --unwind 2: violated assertion in line 28
// EXPECTED --entry swap: verified
// EXPECTED --entry widths: violated assertion in line 40
// EXPECTED --entry widths -DNARROW: verified
#include <assert.h>
#include <stdlib.h>

struct point { int x, y; float f; double d; char name[4]; };
struct shape { struct point at; struct shape *next; int (*measure)(int); };

void by_value(struct point p, int i) {
    if (p.x == 3 && p.name[1] == 'q' && p.f == 1.5f && p.d == 2.25) assert(i != 77);
}

void text(char **s) {
    if (s && *s && **s == 'z') assert(0);
}

int call(struct shape *s) {
    return s && s->measure ? s->measure(3) : 0;
}

int one(int x) {
    assert(x != 3);
    return x;
}

void swap(int *a, int *b) {
    if (!a || !b) return;
    int old = *a;
    *a = *b;
    *b = old;
    assert(*b == old);
}
#ifndef NARROW
void widths(short s, unsigned char c, long l, _Bool b) { if (s == -7 && c == 200 && l == -1234567890123L && b) assert(0); }
#else
void widths(short s, unsigned char c, long l, _Bool b) { assert(s <= 32767 && c < 256 && (b == 0 || b == 1) && l == l); }
#endif
