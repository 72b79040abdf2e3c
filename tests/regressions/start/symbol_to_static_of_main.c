// False: k may be the address of a, although the function that takes it never runs.
static int a;
int main(void) {
    a = 0;
K:  a = 1;
L:  return 0;
}
int *other(void) { return &a; }
