// Specifiers in any order, records, enums and initialisers.
typedef unsigned long int size_t, *size_pointer;
extern int e;
static const volatile unsigned char s = 'x';
long unsigned int const long typedef odd;
_Thread_local int t1; static __thread int t2;
static inline _Noreturn void never(void);
_Alignas(16) _Alignas(double) char aligned[32];
_Atomic int a1; _Atomic(int *) a2; int *_Atomic a3;
float _Complex z; _Bool flag; __int128 big; unsigned __int128 ubig; __uint128_t u; _Float128 q; _Float64x ld;
struct empty { };
struct s {
    int a, *b;
    unsigned c : 3, : 0, d : 5;
    struct { int x; union { int y; char z; }; };
    struct s *next;
    int (*method)(struct s *self);
    _Static_assert(1, "in a struct");
    int tail[];
} s1, *s2;
union u { int i; float f; };
union u u1;
struct forward;
enum color { RED, GREEN = 3, BLUE = GREEN + 1, } c;
enum { ONE = 1 };
enum color favourite = BLUE;
int a[] = { 1, 2, 3, }, b[5] = { [2] = 1, [4] = 2, [0 ... 1] = 7 }, m[2][2] = { { 1, 2 }, { 3, 4 } }, none[] = { };
struct s s3 = { .a = 1, .next = &s1, .x = 2, c: 3, .tail = { [1] = 2 } };
struct { struct s in[2]; } nested = { .in[1].a = 3, { { 1 } } };
char text[] = "text", braced[] = { "text" };
_Static_assert(sizeof(int) == 4);
asm(".globl x");
;
typeof(a[0]) ty1; __typeof__(int *) ty2; __typeof(&s1) ty3;
int f(void) { __auto_type v = a[1]; return v; }
