// Declarators are read from the name outwards.
int a, *b, **c, d[3], *e[3], (*f)[3], g(void), *h(), (*i)(void), *(*j)(int), (*k[4])(char *, ...);
int (*(*l)(int))[5];
char *(*(*m[3])(int *(*)(void)))[2];
void (*signal(int sig, void (*handler)(int)))(int);
int *(*n(void))(int);
int matrix[2][3][4];
int ((parenthesised)), (*(pointer));
int *const *volatile qualified, *restrict r;
void arrays(int x[], int y[static 3], int z[const], int n, int v[n][*], int w[restrict static 4]);
void unnamed(int, int *, int [], int (*)(int), int *(*)[2], int (int), char (*(*)(void))[3], ...);
int old(a, b, c) int a, *b; struct s { int x; } c; { return a + *b + c.x; }
implicit(a) { return a; }
static implicit_static(int a) { return a; }
unsigned long x = sizeof(int (*[3])(int, char *)) + sizeof(int (*)[3]) + sizeof(void (*(*)(int))(void));
