struct point { int x, y; };
struct line { struct point from, to; union { int tag; char *name; }; int bits : 3; };
struct point origin = { 1, 2 }, all[2] = { [1].y = 5 }, *where = &all[1];
char text[] = "abc", *other = "de";
struct point move(struct point p, int by) { p.x += by; return p; }

int main(void) {
  struct line a = { .to = origin, .tag = 3 }, b;
  int numbers[4] = { 1, [2] = 3 }, matrix[2][2] = { 1, 2, 3 };
  char word[4] = "ab";
  static int counter = 3;
  b = a;
  b.from = move(a.to, 2);
  counter = move(a.to, 1).y;
  numbers[1] = numbers[counter] + *numbers + matrix[1][0];
  int *p = numbers, *q = &numbers[3];
  counter = q - p;
  p = q - 1;
  a.bits = (&b)->bits + 1;
  b.name = word;
  where = &(struct point){ 4, 5 };
}
