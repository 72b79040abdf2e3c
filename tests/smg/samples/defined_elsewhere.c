// What a variable is that another file defines is not known: either branch may be taken, and the address leads anywhere.
#include <stddef.h>

extern int number;
extern int *address;
extern int known;
int known;

int main(void)
{
    int *none = NULL;
    if (known)
        return *none;
    if (number)
        return *none;
    return *address;
}
