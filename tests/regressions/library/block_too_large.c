#include <stdlib.h>
int main(void) { int *y = calloc((size_t)-1, 16); int r = 0; if (!y) r = 1; L: free(y); return r; }
