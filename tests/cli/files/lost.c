// A lost block, and an error of access behind it.
#include <stdlib.h>

int main(void)
{
    int *first = malloc(sizeof(int));
    int *second = malloc(sizeof(int));
    *first = 1;
    first = second;
    *first = 2;
    free(second);
    if (*first == 2)
        *first = 3;
    return 0;
}
