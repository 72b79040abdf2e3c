// What GCC takes for constant, and a struct whose definition comes behind its object.
#include <stdio.h>
#include <string.h>

struct late object;
struct list {
    struct list *next;
    int number
};
static const struct { const char *name; unsigned long length; } names[] = {{".ko", strlen(".ko")}, {"a\0b", strlen("a\0b")}};
int scalar = (int){42};
int bits[__builtin_ctz(8)];
int counted = __builtin_clz(1) + 100 * __builtin_popcountl(255) + __builtin_ffs(0) + __builtin_parity(7);
unsigned turned = __builtin_bswap32(0x12345678);
struct late { int value; };

static int next(void) {
    static int kept = (int){7};
    static unsigned long four = strlen("four");
    return kept++ + (int)four;
}

int main(void) {
    struct list list = {0, 5};
    object.value = 3;
    printf("%lu %lu %d %zu\n", names[0].length, names[1].length, scalar, sizeof bits / sizeof *bits);
    printf("%d %x %d %d %d %d\n", counted, turned, next(), next(), object.value, list.number);
    return 0;
}
