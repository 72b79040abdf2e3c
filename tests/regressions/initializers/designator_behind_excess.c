// GCC initialises b again, Clang goes no further than to the value without an object: x is 3 or 1.
struct s { int a, b; };
int main(void) {
    struct s v = { .b = 1, 2, .b = 3 };
    int x = v.b;
done: return 0;
}
