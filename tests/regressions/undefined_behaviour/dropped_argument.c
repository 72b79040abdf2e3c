int main(void)
{
    int x = 1, y = 0;
    if (__builtin_expect(x, x / y)) return 1;
    return 0;
}
