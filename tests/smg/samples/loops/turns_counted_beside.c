// What is counted beside the turns of a long loop tells how many there were; in one of them something happens.
// SAFE
#include <stdlib.h>

int main(void)
{
    int turns = 0, *one = NULL, i;
    char *block = malloc(1);
    for (i = 0; i < 70000; i++) {
        turns++;
        if (turns == 10)
            one = &turns;
    }
    free(block);
    if (turns < 10)
        free(block);
    *one = 1;
    return 0;
}
