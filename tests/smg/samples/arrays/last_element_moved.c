// The last record takes the place of another one, or of itself: elements of one array never overlap in part.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct record { int key; char name[16]; };
int main(void) {
    unsigned count = __VERIFIER_nondet_int();
    if (count == 0 || count > 1000) return 0;
    struct record *records = calloc(count, sizeof *records);
    unsigned at = __VERIFIER_nondet_int();
    if (at < count) records[at] = records[count - 1];
    free(records);
    return 0;
}
