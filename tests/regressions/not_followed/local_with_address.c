// False: g is given the address.
void g(int *p);
void f(int i) { int k = i; g(&k); L: ; }
