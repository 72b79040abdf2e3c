#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct person { const char *name; int age; };
static int calls;
static int by_age(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    calls++;
    return p->age - q->age;
}
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
static void bye(void) { puts("bye"); }
static void last(void) { puts("last"); atexit(bye); }
int main(void) {
    struct person p[] = {{"a", 3}, {"b", 1}, {"c", 3}, {"d", 2}, {"e", 1}};
    qsort(p, 5, sizeof *p, by_age);
    for (int i = 0; i < 5; i++) printf("%s %d\n", p[i].name, p[i].age);
    int n[50];
    for (int i = 0; i < 50; i++) n[i] = i * 37 % 50;
    qsort(n, 50, sizeof *n, by_int);
    for (int i = 0; i < 50; i++) if (n[i] != i) abort();
    int k = 17, *f = bsearch(&k, n, 50, sizeof *n, by_int);
    printf("%d %d\n", (int)(f - n), bsearch(&k, n, 17, sizeof *n, by_int) == NULL);
    qsort(n, 0, sizeof *n, by_int);
    qsort(n, 1, sizeof *n, by_int);
    atexit(last);
    if (calls > 100) exit(3);
    return calls > 0;
}
