struct known { int a; };
struct unknown;
int twice(int a) { int a; return a; }
int twice(int b) { return b; }
int uses(struct known *k, struct unknown *u) {
  undeclared = 1;
  k->missing = 2;
  k.a = 3;
  u->a = 4;
  struct unknown object;
  int x = sizeof(struct unknown);
  goto nowhere;
here: ;
here: ;
  break;
  continue;
  case 3: ;
}
