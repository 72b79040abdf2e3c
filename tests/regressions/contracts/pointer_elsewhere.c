extern int *e;
int cnt;
int main(void) { cnt = 1; if (e) *e = 7; done: return 0; }
