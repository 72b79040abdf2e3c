// What an object holds that another file defines is not known.
// TRUE: invalid-dereference in line 17
#include <stddef.h>

struct options { int level; int *place; };

extern int verbose;
extern struct options options;
int tentative;

int main(void)
{
    int *none = NULL;
    if (tentative)
        return *none;
    if (verbose == 3)
        return *none;
    return options.level;
}
