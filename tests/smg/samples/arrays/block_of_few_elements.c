// A block of a number of elements that is not known: of few, and of the least, each is looked at.
// TRUE: out-of-bounds in line 32
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct table {
    unsigned long length;
    int slots[];
};

int main(void)
{
    int few = __VERIFIER_nondet_int();
    if (few < 0 || few > 8)
        return 0;
    unsigned long bytes = few * sizeof(int) + sizeof(struct table);
    struct table *table = malloc(bytes);
    table->length = few;
    memset(table->slots, 0, table->length * sizeof(int));
    for (unsigned long i = 0; i < table->length; ++i)
        if (table->slots[i])
            *(int *)0 = 1;
    free(table);

    int many = __VERIFIER_nondet_int();
    if (many < 2)
        return 0;
    int *numbers = malloc(many * sizeof(int));
    numbers[1] = 1;
    numbers[2] = 2;
    free(numbers);
    return 0;
}
