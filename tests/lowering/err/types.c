struct a { int i; } a;
struct b { int i; } b;
int f(int, int);
int f(int i, int j) { return i; }
int g;
float g;
void h(int *p, int i) {
  a = b;
  p = i;
  i = p;
  f(1);
  f(1, 2, 3);
  i = a;
  a++;
  *i = 3;
  i = i + a;
  p = p * 2;
  3 = i;
  i();
  if (a) ;
  &3;
  int array[3];
  array = 0;
  switch (p) { case 1: case 1: ; }
  int v = h(p, 1);
  _Static_assert(sizeof(int) == 3, "int has three bytes");
}
struct atomic_pair { char c; _Atomic struct { int a, b; } pair; };
struct __attribute__((packed)) packed_int { char c; int i; } packed_int;
int alignment = __alignof__(packed_int.i);
