// Short-circuit evaluation, conditional and comma expressions, goto, do-while.
typedef unsigned long size_t;
int printf(const char *format, ...);

static int calls;
static int yes(void) { calls++; return 1; }
static int no(void) { calls++; return 0; }

int main(void) {
    int a = yes() && no() && yes();
    int b = no() || yes() || no();
    int c = (a ? 10 : 20, b ? 30 : 40);
    printf("%d %d %d %d\n", a, b, c, calls);
    int i = 0, j = 0;
again:
    do {
        if (++i % 3 == 0) continue;
        j += i;
    } while (i < 7);
    if (j < 40) goto again;
    int k = i++ + --j;
    k <<= 2;
    k ^= 0x55;
    printf("%d %d %d\n", i, j, k);
    return !!k + ~-1;
}
