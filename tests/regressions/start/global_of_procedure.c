// False: another function may have written to it before.
int a = 1;
int f(void) {
L:  return a;
}
