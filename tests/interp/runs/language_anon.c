// Anonymous structs and unions.
struct s { struct { int a; union { int b; char c[4]; }; }; enum { X = 3 } e; } s = { { 1, { 2 } }, X };
int main(void) { s.c[0] = 9; return s.a + s.b + s.e; }
