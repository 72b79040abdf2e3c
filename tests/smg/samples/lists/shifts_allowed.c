// A shift begins and ends in some hours, and not all of them go together: what is recorded of each shift in the list is more than a
// range for either.
// SAFE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct shift {
    unsigned begin, end;
    struct shift *next;
};

int main(void)
{
    struct shift *all = NULL;
    while (__VERIFIER_nondet_uint()) {
        unsigned begin = __VERIFIER_nondet_uint(), end = __VERIFIER_nondet_uint();
        if (begin > 12 || end > 24 || (begin < 6 && end > 14))
            continue;
        struct shift *shift = malloc(sizeof *shift);
        if (!shift)
            abort();
        shift->begin = begin;
        shift->end = end;
        shift->next = all;
        all = shift;
    }
    for (struct shift *shift = all; shift; shift = shift->next)
        assert(shift->begin >= 6 || shift->end <= 14);
    while (all) {
        struct shift *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
