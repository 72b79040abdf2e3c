// Parts that are initialised twice: what comes last counts, also for a whole part.
#include <stdio.h>
struct in { int a, b[3]; }; struct o { struct in x[2]; int y; } g = { .x[1].b[1] = 5, .x = {[0] = {.a = 1}}, .y = 2 };
struct o h = { {{1,{2,3,4}}, 5, 6, 7, 8}, 9 };
int r[] = { [2 ... 4] = 7, [0] = 1, 2 };
struct in old = { a: 3, b: {1} };
struct o h2 = { .x[0].a = 1, .x[0].b[1] = 2, .x[0] = { .a = 7 }, .x[1].a = 3 };
union u { int i; char c[4]; };
int matrix[2][3] = { [1][2] = 4, [0] = { 1 }, [1] = { [0] = 6 } };
int main(void) {
 union u pair[2] = { [1] = { 5 } };
 printf("%d %d, %d %d %d\n", pair[0].i, pair[1].i, matrix[0][0], matrix[1][0], matrix[1][2]); struct in *p = &(struct in){ .b = {[1] = 4} }; int *q = (int[]){1,2,3};
 struct o k = { .x[1].b[1] = 5, .x = {[0] = {.a = 1}}, .y = 2 };
printf("%d %d %d, %d %d, %d %d %d, %d %d %d\n", g.x[1].b[1] , g.x[0].a , g.y , h.x[1].b[2] , h.y , r[4] , r[1] , (int)(sizeof r / sizeof *r) , old.a , p->b[1] , q[2]);
printf("%d %d %d %d %d\n", h2.x[0].a, h2.x[0].b[1], h2.x[1].a, k.x[1].b[1], k.x[0].a);
 return 0;
}
