int *g, v;
int h(void) { return *g; }
int k(int *a, int b) { return b; }
int main(void) { return k(g = &v, h()); }
