/* Attributes, K&R definitions, arrays of zero and open length, anonymous members, inline, static, extern, enumerations,
   static assertions. Returns the number of the first check that fails. */
struct packet { unsigned short length; char data[]; } __attribute__((packed));
struct old_packet { int length; char data[0]; };
struct anonymous { int kind; union { struct { short low, high; }; int whole; }; };
struct __attribute__((packed)) tight { char c; int i; short s; };
struct spread { char c; int i __attribute__((aligned(16))); } __attribute__((aligned(32)));
struct bits { unsigned a : 3; int b : 5, : 4, c : 6; unsigned : 0; unsigned char d : 2; _Bool e : 1; };
enum color { red, green = 5, blue };
enum color forward(enum color c);
enum __attribute__((packed)) tiny { tiny_one = 1 };
_Static_assert(sizeof(struct packet) == 2, "a flexible array has no size");
_Static_assert(sizeof(struct old_packet) == 4 && sizeof(struct tight) == 7, "packed");
_Static_assert(sizeof(struct spread) == 32 && _Alignof(struct spread) == 32, "aligned");
_Static_assert(sizeof(enum tiny) == 1, "a packed enumeration");
typedef int at_16 __attribute__((aligned(16)));
struct with_typedef { char c; at_16 i; };
_Static_assert(sizeof(struct with_typedef) == 32, "a typedef's alignment");
#pragma pack(push, 1)
struct by_pragma { char c; long l; };
#pragma pack(pop)
_Static_assert(sizeof(struct by_pragma) == 9, "pragma pack");
typedef int mode_di __attribute__((mode(DI)));
_Static_assert(sizeof(mode_di) == 8, "mode");
struct spread global = { 'c', 7 };
extern int declared_only;
int declared_only = 4;
static int tentative;
static int tentative;
int open_array[];
int open_array[3] = { 1, 2 };
int old_style(a, b, c) int a; char c; short *b; { return a + *b + c; }
int implicit_int_parameter(a) { return a; }
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
static int *const no_alias __attribute__((unused)) = &tentative;
int (*table[2])(int) = { twice, 0 };
int (*choose(int i))(int) { return table[i]; }
static int counter(void) { static int count = 10; return count++; }
enum color forward(enum color c) { return c == red ? green : blue; }
__extension__ typedef long long int wide;
int with_array[sizeof(wide)] = { [0 ... 3] = 1, [5] = 2 };
typedef int function_type(int);
function_type twice_again;
int twice_again(int x) { return x + x; }
void takes(int array[static 3], function_type f) { array[0] = (f == twice_again) + array[1]; }
int main(void) {
  short s = 2;
  struct anonymous u = { .kind = 1, .low = 2, .high = 3 };
  struct bits b = { 5, -3, 7, 2, 1 };
  if (old_style(1, &s, 'a') != 100 || implicit_int_parameter(3) != 3) return 1;
  if (u.whole != 0x30002 || u.high != 3) return 2;
  if (b.a != 5 || b.b != -3 || b.c != 7 || b.d != 2 || b.e != 1) return 3;
  b.a = 9; b.b = 16; b.e = 4;
  if (b.a != 1 || b.b != -16 || b.e != 1 || sizeof b != 8) return 4;
  if (table[0] != twice || twice(3) != 6 || choose(0) != &twice || choose(1)) return 5;
  counter(); if (counter() != 11) return 6;
  if (forward(red) != 5 || forward(green) != 6 || sizeof(enum color) != 4) return 7;
  if (with_array[3] != 1 || with_array[4] || with_array[5] != 2 || sizeof with_array != 32) return 8;
  { int a[3] = { 0, 21 }; takes(a, twice_again); if (a[0] != 22) return 9; }
  if (global.i != 7 || declared_only != 4 || tentative || open_array[1] != 2) return 10;
  { struct tight t = { 1, 0x01020304, 5 }; if (((char *)&t)[1] != 4 || t.s != 5) return 11; }
  { extern int declared_only; int tentative = 3; { extern int declared_only; if (declared_only + tentative != 7) return 12; } }
  { register int r = 1; volatile int v = r; const int c = v; if (c != 1) return 13; }
  return 0;
}
