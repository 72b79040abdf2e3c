// As many elements as the array has lie before the place that a result goes to, which lies in the record all the same.
// TRUE: out-of-bounds in line 21
// TRUE: out-of-bounds in line 24
// TRUE: out-of-bounds in line 27
// TRUE: out-of-bounds in line 30
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct numbers { int first[2]; int others[2]; };
struct blocks { void *first[2]; void *other; };

static int given(void) { return 3; }

int main(void)
{
    struct numbers numbers = {0};
    struct blocks blocks = {0};
    switch (__VERIFIER_nondet_int()) {
    case 0:
        numbers.first[2] = given();
        break;
    case 1:
        numbers.first[2] = __VERIFIER_nondet_int();
        break;
    case 2:
        numbers.first[2] = abs(-3);
        break;
    default:
        blocks.first[2] = malloc(1);
        free(blocks.other);
    }
    return 0;
}
