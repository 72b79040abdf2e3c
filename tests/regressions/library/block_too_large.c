void *calloc(unsigned long, unsigned long);
void free(void *);
int main(void) { int *y = calloc((unsigned long)-1, 16); int r = 0; if (!y) r = 1; L: free(y); return r; }
