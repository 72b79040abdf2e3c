// False: one past the end of the array nothing is allocated.
int a[2];
int *p = a + 2;
int main(void) {
L:  return 0;
}
