// An element of a table of constants is written.
// TRUE: invalid-dereference in line 19
#include <stddef.h>
int __VERIFIER_nondet_int(void);

static int number;

struct entry {
    int *place;
};

static const struct entry table[20] = {{&number}, {&number}};

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        if (i == 7 && __VERIFIER_nondet_int())
            ((struct entry *)table)[i].place = NULL;
        else if (table[i].place)
            sum += *table[i].place;
    }
    return sum;
}
