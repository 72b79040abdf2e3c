int g;
int h(void) { return g; }
int k(int a, int b) { return b; }
int main(void) { int r = k(g = 1, h()); L: return r; }
