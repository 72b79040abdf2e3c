// One past an array may be where another variable is: C leaves it open.
// EXPECTED --entry f --spec spec_one_past.spec: unknown
void f(int i)
{
    int b = 1, a[2];
    int *past = a + 2, *other = &b;
here:
    b = 2;
}
