// The format asks for more than there are arguments.
// TRUE: invalid-dereference in line 7
#include <stdio.h>

int main(void) {
    int number;
    scanf("%d %d", &number);
    return 0;
}
