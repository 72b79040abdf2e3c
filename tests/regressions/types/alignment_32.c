/* GCC's alignment of a number of eight bytes: eight on its own, four at least. */
struct s { char c; double d; };
struct s s;
double number;
int r;
int main(void) {
  r = __alignof__(double) == 8 && _Alignof(double) == 4 && __alignof__(number) == 8 && __alignof__(s.d) == 4
    && __alignof__(struct s) == 4 && __alignof__(long long[2]) == 8 && __alignof__(_Complex double) == 8;
L:
  return 0;
}
