__attribute__((weak)) const int N = 5;
__attribute__((weak)) int one(void) { return 1; }
int main(void) { int r = one(); L: return r; }
