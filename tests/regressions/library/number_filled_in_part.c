// False: half of the number keeps what it was.
void *memset(void *, int, unsigned long);
void f(int i) {
K:  memset(&i, 0, 2);
L:  ;
}
