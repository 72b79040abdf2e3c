/* No number of type float: the x87 may keep it none the less. */
int i = 16777217, r;
int main(void) {
  r = ((float)i == 16777216.0f);
L:
  return 0;
}
