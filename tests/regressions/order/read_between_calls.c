int g;
int h(void) { g = 1; return 0; }
int k(void) { return 0; }
int main(void) { int r = (g + k()) + h(); L: return r; }
