/* Designated and nested initialisers. Returns the number of the first check that fails. */
struct point { int x, y; };
struct shape { const char *name; struct point points[3]; union { int i; float f; } u; };
static struct shape global = { .points = { [1] = { .y = 5 }, { 7, 8 } }, .name = "g", .u.f = 1.0f };
static struct shape flat = { "f", 1, 2, 3, 4, 5, 6, 9 };
static int matrix[2][3] = { [1][2] = 4, [0] = { 1 } };
static struct point *pointers[] = { &global.points[2], [2] = &flat.points[0] };
static struct point compound = (struct point){ 3, 4 };
static int *anonymous = (int[]){ 1, 2, 3 };
static struct { int n; struct { int a, b; } in[]; } *nothing;
static union { long l; char c[8]; } text = { .c = "abc" };
static struct point old = { x: 1, y: 2 };
static unsigned long address = (unsigned long)&matrix[1] ;
static char *end = (char *)(&matrix + 1);
int main(void) {
  if (global.points[1].x || global.points[1].y != 5 || global.points[2].x != 7 || global.points[2].y != 8) return 1;
  if (flat.points[2].y != 6 || flat.u.i != 9 || global.u.f != 1.0f) return 2;
  if (matrix[0][0] != 1 || matrix[1][2] != 4 || matrix[1][0]) return 3;
  if (pointers[0]->y != 8 || pointers[1] || pointers[2]->x != 1 || sizeof pointers != 24) return 4;
  if (compound.y != 4 || anonymous[2] != 3 || nothing || text.c[2] != 'c' || text.l != 0x636261) return 5;
  if (old.y != 2 || address != (unsigned long)matrix[1] || end - (char *)matrix != sizeof matrix) return 6;
  struct shape local = { .u = { 3 }, .points[2].x = 1, .points[0 ... 1] = { 5, 6 } };
  if (local.name || local.points[0].x != 5 || local.points[1].y != 6 || local.points[2].x != 1 || local.u.i != 3) return 7;
  struct point copy = local.points[1], pair[2] = { copy, { .y = 9 } };
  if (pair[0].x != 5 || pair[1].x || pair[1].y != 9) return 8;
  int i = 2, made[] = { i, i * 2, [4] = i };
  if (sizeof made != 20 || made[1] != 4 || made[3] || made[4] != 2) return 9;
  struct point *p = &(struct point){ .y = i };
  p->x = 4;
  if (p->y != 2 || p->x != 4) return 10;
  int scalar = { 5 }, empty[3] = {};
  if (scalar != 5 || empty[2]) return 11;
  return 0;
}
