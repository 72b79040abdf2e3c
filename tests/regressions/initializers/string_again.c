// GCC keeps the rest of the string, Clang does not: x is 98 or 0.
struct s { char t[4]; };
int main(void) {
    struct s v = { .t = "abc", .t = 120 };
    int x = v.t[1];
done: return 0;
}
