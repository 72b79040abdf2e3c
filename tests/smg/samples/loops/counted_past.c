// The counter never gets there.
// SAFE
int main(void) {
  int i;
  for (i = 11; i != 100000; i++) if (i == 200000) *(int *)0 = 1;
  return 0;
}
