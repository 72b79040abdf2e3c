// The values of assignments to bit-fields, and the types that bit-fields promote to.
#include <stdio.h>

struct bits { unsigned b : 3; signed c : 4; _Bool t : 1; unsigned long w : 20; unsigned : 0; unsigned char d : 5; };

static struct bits global[3] = {{1, -2, 1, 77, 3}, [2] = {.c = 7}};

int main(void) {
    struct bits a[2] = {{0}};
    int i = 1, one = 1;
    int v = (a[i].b = 9), w = (a[i].c = 9), t = (a[i].t = 256);
    printf("%d %d %d\n", v, w, t);
    int before = a[i].c--, after = ++a[i].b;
    printf("%d %d %d\n", before, after, a[i].c);
    a[i].b += 15;
    a[i].w = -1;
    a[i].d ^= 0x7f;
    printf("%d %lu %d %zu\n", a[i].b, (unsigned long)a[i].w, a[i].d, sizeof a);
    printf("%d %d %d\n", global[0].c, global[2].c, global[1].b);
    struct bits *s = &a[0];
    s->b = 5;
    printf("%d%d%d", (s->b = 5) - 8 < 0, (one ? s->b : s->b) - 8 < 0, +s->b - 8 < 0);
    int old = s->b++ - 8 < 0, new = ++s->b - 8 < 0;
    printf("%d%d", old, new);
    printf("%d%d\n", (unsigned)s->b - 8 < 0, s->w - 8 < 0);
    printf("%d %d\n", (int)sizeof(+s->w), (int)sizeof(one ? (char)1 : (char)2));
    return 0;
}
