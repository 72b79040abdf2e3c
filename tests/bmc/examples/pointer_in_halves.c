// A pointer that is copied in two halves is a pointer again; where one half is missing, nobody knows.
// EXPECTED : verified
// EXPECTED -DHALF: unknown
#include <stdlib.h>
#include <string.h>
static char kept[8];

int main(void)
{
    char *p = malloc(3);
    memcpy(kept, &p, 4);
#ifndef HALF
    memcpy(kept + 4, (char *)&p + 4, 4);
#endif
    return 0;
}
