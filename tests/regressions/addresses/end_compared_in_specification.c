// Only the specification takes the address of b, which may lie where a ends.
void f(int i)
{
    int b = 1, a[2];
    int *q = a + 2;
L:  b = 2;
}
