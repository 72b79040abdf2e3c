int before;

int f(int a)
{
    int b = a
    b = 2;
    return b
}

int after(void) { return 1; }
