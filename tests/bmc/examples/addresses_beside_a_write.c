// An address that a write leaves alone stays whole, also where a run chooses which of them is read.
// EXPECTED: verified
// EXPECTED -DTORN: unknown, line 19: not followed: a part of a pointer is read
// EXPECTED -DINPUT --allocation-may-fail: violated invalid-dereference in line 23
// EXPECTED -DBEYOND --check undefined-behaviour: violated out-of-bounds in line 26
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *links[2]; char tag; int value, row[2][2]; };

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int way = __VERIFIER_nondet_int() & 1, count = __VERIFIER_nondet_int() & 1;
    struct node here, *filled[3] = {&here, &here, &here};
    here.links[way] = &here;
#if defined(TORN)
    ((char *)here.links)[8 * way + 3] = 1; return here.links[way] == &here;
#elif defined(INPUT)
    {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = __VERIFIER_nondet_int();
    free(fresh); return 0; }
#elif defined(BEYOND)
    here.row[0][way + 1] = __VERIFIER_nondet_int();
#endif
    here.links[!way] = NULL;
    here.tag = 1;
    here.value = 7;
    assert(here.links[way]->links[way]->value == 7 && !here.links[!way]);
    memset(filled, 0, sizeof *filled * count);
    assert(filled[1] == &here && filled[way] == (way < count ? NULL : &here));
    return 0;
}
