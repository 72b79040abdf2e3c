int main(void)
{
    int x = 1, y = 0;
    int a[(x / y, 3)];
    return 0;
}
