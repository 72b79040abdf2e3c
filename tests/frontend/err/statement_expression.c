int f(int a)
{
    a = ({ int b = ; b; }) + 1;
    if (a) { b c; } else { a = 1; }
    do { a = ; } while (a);
    a = 2 2;
    return a;
}
int ok(void) { return 1; }
