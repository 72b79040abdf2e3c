// The format asks for more than there are arguments.
#include <stdio.h>

int main(void) {
    int number;
    scanf("%d %d", &number);
    return 0;
}
