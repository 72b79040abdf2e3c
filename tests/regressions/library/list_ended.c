// Undefined (C11 7.16.1.3p2): the list was ended.
static int sum(int n, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int s = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    s += __builtin_va_arg(list, int);
    return s;
}
int main(void) { return sum(2, 1, 2); }
