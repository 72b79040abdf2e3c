// What cannot happen, or need not, is no error that is certain: three different numbers of two, an option before the first, a
// freed block that has the address of another, a text of no bytes that is written, the unit of a bit-field behind its block.
// TRUE: invalid-dereference in line 28
// TRUE: invalid-dereference in line 30
// TRUE: uninitialized in line 32
// FALSE ALARM: invalid-dereference in line 23: two values are not three
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

struct __attribute__((packed)) small {
    char c;
    int a : 3;
    int b : 4;
};

int main(void) {
    int *none = 0;
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
    if (x < 0 || x > 1 || y < 0 || y > 1 || z < 0 || z > 1) return 0;
    if (x != y && y != z && x != z) return *none;
    if (optind != 1 || opterr != 1) return *none;
    void *freed = malloc(8);
    free(freed);
    void *other = malloc(8);
    if (freed == other) return *none;
    free(other);
    memset("text", 0, x);
    struct small *record = malloc(sizeof *record);
    if (record->b == 1) x = 2;
    free(record);
    return 0;
}
