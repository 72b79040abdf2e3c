// fault: undefined-behaviour
#include <stdarg.h>

static int second(int first, ...) {
    va_list list;
    va_start(list, first);
    int value = va_arg(list, int);
    va_end(list);
    return value + first;
}

int main(void) { return second(1); }
