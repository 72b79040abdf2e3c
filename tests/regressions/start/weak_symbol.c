extern int w __attribute__((weak));
int main(void) { int r = 0; if (&w) r = 1; L: return r; }
