// Of a number only some bytes are stored.
#include <stdio.h>

int main(void) {
    long number;
    if (scanf("%d", &number) == 1 && number > 2)
        return 1;
    return 0;
}
