// Calls through pointers may reach each function whose address is used, if it takes the arguments.
int even(unsigned n);
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int neg(int a) { return -a; }
int never(int a, int b) { return b; }

struct operations { int (*both)(int, int); int (*one)(int); };
static struct operations table = { add, neg };

int apply(int k) {
    int (*f)(int, int) = k ? table.both : sub;
    return f(k, 1) + odd(3) + never(1, 2);
}

unsigned factorial(unsigned n) { return n ? n * factorial(n - 1) : 1; }

int main(void) { return apply(1) + factorial(3) + table.one(1); }
