int main(void)
{
    long long n = (1LL << 32) + 1;
    return sizeof(int[n]) == sizeof(int);
}
