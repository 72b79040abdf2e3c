// As slots_with_flags, but at the end those that are not used are freed.
// TRUE: double-free in line 27
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct slot {
    int is_used;
    char *text;
};
static struct slot slots[20];

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        unsigned i = (unsigned)__VERIFIER_nondet_int() % 20;
        if (slots[i].is_used) {
            free(slots[i].text);
            slots[i].is_used = 0;
        } else {
            slots[i].text = malloc(10);
            slots[i].text[0] = 0;
            slots[i].is_used = 1;
        }
    }
    for (int i = 0; i < 20; i++)
        if (!slots[i].is_used)
            free(slots[i].text);
    return 0;
}
