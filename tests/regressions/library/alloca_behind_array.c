void *__builtin_alloca(unsigned long);
int main(void) {
    int *p;
    {
        int n = 3;
        int a[n];
        a[0] = 1;
        p = __builtin_alloca(n * 4UL);
        *p = 1;
    }
    return *p;
}
