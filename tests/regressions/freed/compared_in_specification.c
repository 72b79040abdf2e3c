// Only the specification takes the address of b. q dangles there: comparing it has either outcome.
void f(int i)
{
    int *q, b = 2;
    {
        int t = 1;
        q = &t;
    }
L:  b = 3;
}
