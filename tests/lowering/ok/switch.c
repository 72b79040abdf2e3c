int nondet(void);
int choose(int i) {
  switch (i) {
  case 1: i = 10;
  case 2: i = 20; break;
  case 'a' ... 'z': i = 30; break;
  default: return 3;
  }
  switch (nondet()) {
  case 0: i = 1; break;
  case 1: i = 2;
  }
  return i;
}
