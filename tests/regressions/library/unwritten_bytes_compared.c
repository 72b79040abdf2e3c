void *malloc(unsigned long);
int memcmp(const void *, const void *, unsigned long);
void f(void) { int *p = malloc(4), *q = malloc(4); int r = memcmp(p, q, 4); L: ; }
