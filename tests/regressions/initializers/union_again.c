// Another member of a union takes the place of the one that was initialised before.
union u { int i; struct { short a, b; } s; } z = { .i = 5, .s.b = 7 };
int main(void) {
    int r = z.s.a;
done: return r;
}
