static int cnt;
int *get(void);
int f(void) { int *p = get(); cnt = 1; if (p) *p = 7; done: return 0; }
