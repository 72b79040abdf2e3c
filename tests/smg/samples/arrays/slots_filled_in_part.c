// Some elements get a block as the loop goes on, and others do not.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct slot {
    int is_used;
    char *text;
};
static struct slot slots[200];

int main(void)
{
    for (int i = 0; i < 200; i++)
        if (__VERIFIER_nondet_int()) {
            slots[i].text = malloc(10);
            slots[i].is_used = 1;
        }
    for (int i = 0; i < 200; i++)
        if (slots[i].is_used)
            free(slots[i].text);
    return 0;
}
