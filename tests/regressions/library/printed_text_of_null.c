// memory-access is false: %s reads NULL.
int printf(const char *, ...);
void f(int k) { printf("%d %s", k, (char *)0); L: ; }
