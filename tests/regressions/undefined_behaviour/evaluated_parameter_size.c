static int f(int n, int a[1 / n]) { return n; }
int main(void)
{
    int a[1] = {0};
    return f(0, a);
}
