// Undefined (C11 7.16.1.3p2): the list was ended.
#include <stdarg.h>
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = va_arg(list, int);
    va_end(list);
    s += va_arg(list, int);
    return s;
}
int main(void) { return sum(2, 1, 2); }
