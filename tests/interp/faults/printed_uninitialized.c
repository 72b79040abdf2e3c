// fault: uninitialized
#include <stdio.h>

int main(void) {
    int x;
    int copy = x;
    printf("%d\n", copy);
    return 0;
}
