// Two pointers go through an array from both ends until they meet.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000) return 0;
    int *a = calloc(n, sizeof *a);
    int *first = a, *last = a + (n - 1);
    while (first < last) {
        int x = *first;
        *first++ = *last;
        *last-- = x;
    }
    free(a);
    return 0;
}
