int main(void)
{
    int a[4] = {0};
    int *p = a + 1;
    return *(p - (1LL << 32));
}
