// A pointer with a tag in its lowest bits, which the alignment of what it leads to makes zero. What these bits are of an object
// that is not aligned so far is up to the machine.
// EXPECTED: verified
// EXPECTED -m32: verified
// EXPECTED -DWRONG: violated assertion in line 33
// EXPECTED -DKEPT: violated out-of-bounds in line 36
// EXPECTED -DLOST: violated memory-leak
// EXPECTED -DTOO_HIGH: unknown, line 41: not followed: arithmetic on an address
// EXPECTED -DBYTES: unknown, line 44: not followed: arithmetic on an address
// EXPECTED -DREMAINDER: verified
// EXPECTED -DREMAINDER -m32: verified
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node { int value; uintptr_t next; };

extern int __VERIFIER_nondet_int(void);
static struct node *node_of(uintptr_t word) { return (struct node *)(word & ~(uintptr_t)3); }

int main(void) {
    int input = __VERIFIER_nondet_int();
    struct node *first = malloc(sizeof *first);
    first->value = input;
    first->next = 0;
    uintptr_t word = (uintptr_t)first | (input > 5);
    assert(word != 0 && (word & 3) == (input > 5) && (word ^ 2) != 0);
    struct node *again = node_of(word);
    assert(again == first && again->value == input);
    again->next = word ^ 2;
    assert((first->next & 2) && node_of(first->next) == first);
#if defined(WRONG)
    assert((first->next & 1) == 0);
#endif
#if defined(KEPT)
    int *at = &((struct node *)(first->next & ~(uintptr_t)1))->value; return at[sizeof(struct node) / sizeof *at - 1];
#elif defined(LOST)
    first = NULL;
    again = 0;
#elif defined(TOO_HIGH)
    assert((first->next & 31) < 31);
#elif defined(BYTES)
    char bytes[4];
    assert(((uintptr_t)bytes & 1) <= 1);
#elif defined(REMAINDER)
    short place[4];
    assert((uintptr_t)(char *)place % 2 == 0 && (uintptr_t)((char *)place + 3) % 2 == 1);
    assert(((uintptr_t)first + 5) % 16 == 5 && ((uintptr_t)first - 1) % 8 == 7);
#endif
    free(first);
    return 0;
}
