int g;
int h(int a) { g = g * 10 + a; return a; }
int (*pf(void))(int) { g = g * 10 + 7; return h; }
int main(void) { pf()(h(2)); L: return 0; }
