int a[4];
int *get(void);
int f(void) { int *p = get(); a[3] = 1; if (p) *p = 7; done: return 0; }
