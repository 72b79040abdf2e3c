// t.a is a copy of s.a: no run takes both branches, whatever was never written.
struct s { int a, b; };
int main(void)
{
    struct s s, t;
    int *p = 0;
    s.b = 0;
    t = s;
    if (s.a == 1 && t.a == 2)
        *p = 1;
    return 0;
}
