int b, a;
int main(void) { int r = 0; int *p = &a + 1, *q = &b + 1; if (p == &b) r = 1; if (q == &a) r = 1; L: return r; }
