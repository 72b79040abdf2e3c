int main(void)
{
    unsigned long n = 1UL << 62;
    int (*p)[2][n] = 0;
    return 0;
}
