int x;
static int w __attribute__((weakref("x")));
int main(void) { x = 1; w = 2; L: return x; }
