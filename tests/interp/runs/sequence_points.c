// Effects that would have no defined order, in operands that are not evaluated; and what sequence points separate.
#include <stdio.h>

static int add(int a, int b) { return a + b; }

int main(void) {
    int i = 1, j = 2, k, a[4] = {0}, *p = a;
    i = i > 100 ? i++ : 3;
    k = (i > 100 && i++) + i;
    k += (j ? i : i++) + (j ? 1 : i++);
    k += (i = 1, i + 1) + j;
    k += i++ && i++;
    k += i ? i++ : i--;
    i = (i++, i);
    k += j > 5 ? (i = i++) : 1;
    a[i > 9 ? i++ : 0] = i;
    p = j ? p + 1 : (p++, p = p++);
    k += add((i > 100 ? i++ : 2), (i > 100 ? i++ : 3));
    if (i > 100 || (j > 5 && (i = i++ + 1))) k++;
    while (j > 50 ? (j = j--) : k-- > 10) i++;
    i > 100 ? (void)(i = i++) : (void)(j = 9);
    printf("%d %d %d %d %td\n", i, j, k, a[0], p - a);
    return 0;
}
