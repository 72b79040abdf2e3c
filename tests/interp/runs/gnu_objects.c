// GNU C: flexible arrays with initialisers, alignments of variables, checks of overflow, the value of a labelled expression.
#include <stdio.h>
struct fl { char n; short a[]; }; struct fl st = { 2, {3, 4} };
struct nm { int k; char text[]; } static named = { 7, "hello" };
struct z { int n; int a[0]; };
int over[] = { [1] = 5, [1] = 0, 3 };
char words[2][4] = { "abc", "def", [0][1] = 0 };
typedef int al16 __attribute__((aligned(16)));
_Alignas(32) char buf[3]; static int big __attribute__((aligned(64)));
int main(void) {
 int o, p = __builtin_mul_overflow_p(30, 5, (signed char)0) + __builtin_sadd_overflow(3, 4, &o); unsigned long ul; int q = __builtin_umull_overflow(-1UL, 2, &ul);
 static struct fl inner = { 1, { [3] = 9 } };
 printf("%d %d %zu, %s %d, %d %d, %d %d\n", st.a[0], st.a[1], sizeof st, named.text, named.k, over[1], over[2], words[0][1], words[1][1]);
 printf("%zu %zu %zu %zu %d %d %d %lu %d\n", _Alignof(buf), _Alignof(big), _Alignof(al16), __alignof__(int), p, o, q, ul, inner.a[3]);
 int v = ({ int x = 3; if (x > 4) goto done; x++; done: x; });
 return v;
}
