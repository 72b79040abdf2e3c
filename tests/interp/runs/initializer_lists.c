// Lists that go on inside of subobjects, structs as values, arrays of unknown size, flexible arrays, ranges (C11 6.7.9).
#include <stdio.h>
struct s {int a,b;}; struct t { struct s s; int c; };
struct s f(void){ struct s r = {5,6}; return r; }
struct n { struct n *next; int k; };
struct { int n; int z[]; } fx = { 1, 2, 3 };
struct { int n; char z[]; } fs = { 1, "ab" };
extern int e[3]; int e[] = {1,2};
int ca[] = (int[]){1,2,3};
struct b { int a:3; int :4; int b:5; int :0; unsigned c:2; };
int *ps[] = {[2] = (int[]){4, 5}, (int[2]){[1] = 6}};
struct b v[] = { 1, 2, 3, 3, 4, 5, [2].b = 5, 6}; 
struct { char s[4]; int z; } st = { .s="abc", .s[1] = 120, 121 , 122, 7};
char big[2000] = {1,2};
int main(void){ struct s w={1,2}; const struct s k={3,4}; struct t a[] = { w, 3, f(), 7, k, 8, *&w, 1, (w, k), 5, 1 ? w : k, 8, ({w;}), 2, (struct s){4}, 1 };
 for (int i=0;i<sizeof a/sizeof *a;i++) printf("%d,%d,%d ", a[i].s.a, a[i].s.b, a[i].c);
 struct n q[] = { &q[1], 1, &q[2], sizeof(q[0]), 0, 3 }; printf("%d %d\n", (int)sizeof q, q[0].next->k);
 printf("%d %d %d %s %d %d %d %d\n", fx.n, fx.z[0], fx.z[1], fs.z, (int)sizeof e, e[2], (int)sizeof ca, ca[2]);
 for(int i=0;i<3;i++) printf("%d %d %d ", v[i].a,v[i].b,v[i].c);
 printf("%s %d %d\n", st.s, st.z, big[1]);
 int r[5] = {[0 ... 3] = 7, [1] = 2, 3}; printf("%d %d %d %d %d\n", r[0], r[1], r[2], r[3], r[4]);
 printf("%d %d %d\n", (int)sizeof ps, ps[2][1], ps[3][1]);
 int m[][2] = {{}, [3] = {1}, 2, 3, 4}; printf("%d %d\n", (int)sizeof m, m[5][0]);
 return 0; }
