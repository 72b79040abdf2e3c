int sum(a, b)
    char a;
    int b;
{
    return a + b;
}
int positive(double d)
{
    return d > 0;
}
int few(void)
{
    return sum(1);
}
int other(void)
{
    return sum(1, 2L);
}
int pointer(void)
{
    int (*test)() = positive;
    return test(1);
}
int main(void)
{
    return sum('a', 3) - 'd';
}
