// Compilers differ in the value of b at L: the rest of q, or zero (C committee, report 413).
struct part { int x, y; };
struct whole { struct part p; int z; };
int main(void) {
    struct part p = { 7, 8 };
    struct whole q = { p, .p.x = 1 };
    struct whole r = { { 7, 8 }, .p.x = 1 };
    int b = q.p.y;
L:
    return 0;
}
