/* The other member may be written, this one may not. */
struct S { const int a; int b; };
static struct S g = { 1, 2 };
int main(void) { g.b = 3; *(int *)&g.a = 5; return g.a; }
