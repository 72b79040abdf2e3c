// The attribute `cleanup` where no function can be called.
void done(int *p);
static void two(int *p, int *q) { }
static void other(long *p) { }
void f(void) { int a __attribute__((cleanup(done))) = 1; }
void g(void) { int a __attribute__((cleanup(two))) = 1; }
void h(void) { int a __attribute__((cleanup(5))) = 1; int b __attribute__((cleanup(nothing))); int n = 3; int d[n] __attribute__((cleanup(two))); }
void i(void) { int c __attribute__((cleanup(other))) = 1; }
