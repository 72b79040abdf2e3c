// GCC's attributes, wherever GCC takes them, and the other GNU words around declarations.
struct __attribute__((packed)) p1 { char c; int i; };
struct p2 { char c; int i __attribute__((aligned(8))), j __attribute__((unused)); } __attribute__((packed)) __attribute__((aligned(4)));
typedef struct { int x; } __attribute__((__packed__, aligned)) p3;
union u { int i; } __attribute__((transparent_union)) both;
enum __attribute__((packed)) e1 { A __attribute__((deprecated)), B __attribute__((deprecated)) = 2 } __attribute__((unused)) e;
int variable __attribute__((unused)) = 1, __attribute__((aligned(16))) other;
__attribute__((noreturn)) void f1(void);
void __attribute__((noreturn)) f2(void) __attribute__((nothrow, nonnull(1, 2))) __attribute__((format(printf, 1, 2)));
static __inline__ __attribute__((__always_inline__)) int f3(int a __attribute__((unused))) { return 0; }
__attribute__((const)) extern int f4(const char *__restrict p) __asm__("f4_renamed") __attribute__((malloc(f1, 1)));
int (__attribute__((noinline)) *fp)(void), *__attribute__((may_alias)) q;
void f5(int (__attribute__((noinline)) *callback)(int), int (__attribute__((noinline)) *)(int));
__attribute__(()) int nothing;
__extension__ typedef long long ll;
__extension__ struct x { __extension__ union { int a; }; };
void f6(void)
{
    int a __attribute__((cleanup(f1))), b;
    __attribute__((unused)) int c = 1;
    static int d __attribute__((section(".data")));
    register int r asm("eax") = 3;
    int s = (int __attribute__((aligned(4))))c;
end: __attribute__((unused));
}
typedef int vector __attribute__((vector_size(4 * sizeof(int)), __mode__(__DI__)));
void g(void) { } __attribute__((unused)) int behind_a_function;
__signed__ char sc; const char *__const cc; __volatile__ int vi; __inline int fi(void); int *__restrict__ ri;
int __attribute__((unused)) k(), *l;
