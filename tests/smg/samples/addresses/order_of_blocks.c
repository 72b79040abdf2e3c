// Which of two blocks lies above the other is up to the machine, but of three the order of two may follow. None is near NULL.
// TRUE: use-after-free in line 20
// TRUE: memory-leak in line 21
// FALSE ALARM: invalid-dereference in line 14: the order of addresses is transitive
#include <stdlib.h>

int main(void)
{
    char *a = malloc(1), *b = malloc(1), *c = malloc(1);
    if ((unsigned long)a <= 42)
        *(int *)0 = 1;
    if (a < b) {
        if (b < c && c < a)
            *(int *)0 = 2;
    } else {
        free(a);
    }
    free(b);
    free(c);
    return *a;
}
