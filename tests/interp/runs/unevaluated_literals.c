// Compound literals in operands that are not evaluated are no objects.
int printf(const char *, ...);

static int next(int n) {
    int *p = 0;
    {
        n += sizeof(int){ 3 };
        n += _Generic((char){ 1 }, int: 100, default: 200);
    }
    {
        int y = 3;
        p = &y;
        *p += n;
        n = *p;
    }
    for (int i = 0; i < 2; i++)
        n += sizeof &(int){ i };
    while (n < 300) {
        int z = sizeof((int[]){ 1, 2 });
        int *q = &z;
        __typeof__((struct { int a; }){ z }) s = { *q };
        n += s.a * 10;
    }
    return n;
}

int main(void) {
    printf("%d %d\n", next(1), next(150));
    return 0;
}
