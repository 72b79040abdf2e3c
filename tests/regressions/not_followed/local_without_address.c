// True: no function can change a local variable whose address is never taken.
void g(void);
int all;
void f(int i) { int k = i; all = i; g(); L: ; }
