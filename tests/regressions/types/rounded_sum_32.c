/* The x87 keeps more digits of the sum than a double has. */
double a = 0.1, b = 0.2, c = 0.30000000000000004;
int r;
int main(void) {
  r = (a + b == c);
L:
  return 0;
}
