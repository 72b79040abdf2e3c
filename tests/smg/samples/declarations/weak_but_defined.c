// What is weak and defined has an address, and so has what the library defines.
// SAFE
#include <stdlib.h>

extern int number __attribute__((weak));
extern void hook(void) __attribute__((weak));
extern void free(void *) __attribute__((weak));

int main(void)
{
    if (!&number || !hook || !free)
        *(int *)0 = 1;
    hook();
    return 0;
}

int number = 3;
void hook(void) { number++; }
