// Something happens in one of many turns.
// SAFE
int main(void) {
  int x; int *p = 0; unsigned i;
  for (i = 1; i; ++i) { if (i == 700) p = &x; }
  *p = 1;
  return 0;
}
