int main(void) {
 int x = 0;
 for (;;) {
  if (x == 2) return 0;
  x++;
 }
}
