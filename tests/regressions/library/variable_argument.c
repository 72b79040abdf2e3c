// where a va_list leads is not followed
int g(int n, ...)
{
    __builtin_va_list ap;
    __builtin_va_start(ap, n);
    int x = __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return x;
}
int main(void)
{
    int r = g(1, 2);
end:
    return r;
}
