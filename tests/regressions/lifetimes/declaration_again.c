int main(void) {
    int *p = 0, n = 0;
    {
    again:;
        int x = n;
        if (p) return *p - 1;
        p = &x;
        n = 1;
        goto again;
    }
}
