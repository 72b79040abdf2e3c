int *g, v;
int h(void) { g = 0; return 1; }
int main(void) { g = &v; int a[2] = { *g, h() }; L: return 0; }
