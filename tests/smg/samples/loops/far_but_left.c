// The loop is left by another exit, long before its counter reaches the end.
// SAFE
int main(void) {
  int *p = 0; unsigned i;
  for (i = 1; i; ++i) { if (i == 100) return 0; }
  *p = 1;
  return 0;
}
