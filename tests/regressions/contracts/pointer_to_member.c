struct s { int x, y; } g;
int *get(void);
int main(void) { int *p = get(); g.y = 1; if (p) *p = 7; done: return 0; }
