// The specification reads *p as another type.
int f(int *p)
{
L0: if (p) *p = 7;
L1: return 0;
}
