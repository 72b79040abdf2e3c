// False: comparing a freed pointer has either outcome.
void free(void *);
typedef struct N { struct N *n; } N;
void f(N *x, N *y) { if (!x) return; y = x; free(x); L: ; }
