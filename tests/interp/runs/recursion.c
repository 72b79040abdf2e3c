// Recursion, mutual recursion, and a function through a pointer.
typedef unsigned long size_t;
int printf(const char *format, ...);

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int twice(int (*f)(int), int x) { return f(f(x)); }
static int triple(int x) { return 3 * x; }
static int square(int x) { return x * x; }

int main(void) {
    int (*table[2])(int) = {triple, square};
    printf("%d %d %d\n", even(10), odd(7), ackermann(2, 3));
    printf("%d %d\n", twice(table[0], 2), twice(table[1], 3));
    return table[0] == triple && table[1] != triple;
}
