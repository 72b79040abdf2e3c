// At the end of the input nothing is stored; the results tell.
// TRUE: uninitialized in line 12
#include <stdio.h>

int main(void) {
    int n, m, k;
    char line[8];
    if (scanf("%d", &n) == 1 && n > 3) puts("more");
    if (scanf("%d %d", &n, &m) == 2 && m > 3) puts("more");
    if (fgets(line, sizeof line, stdin) && line[0] == 'x') puts("x");
    scanf("%d", &k);
    if (k > 3) puts("more");
    return 0;
}
