int g;
int h(int a) { g = g * 10 + a; return 0; }
int main(void) { int r = h(1) + (h(2) + h(3)); L: return r; }
