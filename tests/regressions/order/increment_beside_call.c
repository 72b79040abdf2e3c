int g;
int h(int a) { g = g * 10 + a; return a; }
int main(void) { int r = g++ + h(2); L: return 0; }
