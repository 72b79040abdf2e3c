struct s { int a, b; };
int main(void)
{
    struct s s, t;
    char *p;
    t = s;
    if (t.a != s.a)
        return *p;
    return 0;
}
