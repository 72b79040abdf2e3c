// fault: undefined-behaviour
#include <limits.h>

int main(void) {
    int x = INT_MAX + 1;
    return x != 0;
}
