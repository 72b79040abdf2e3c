// Types beyond C, laid out and copied: vectors, complex numbers, long double, lists of arguments.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

typedef int vector __attribute__((vector_size(16)));
typedef float narrow __attribute__((__vector_size__(8)));
struct mixed { char c; vector v; narrow n; char d; };
static vector kept;
static vector passed(vector v) { return v; }

struct with_list { char c; va_list list; };
struct wide { char c; long double value; _Complex float f; double _Complex d; };

static int sum(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int s = 0;
    for (int i = 0; i < n; i++) s += va_arg(list, int);
    s += 100 * va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return s;
}

int main(void) {
    printf("%zu %zu %zu\n", sizeof(vector), _Alignof(vector), sizeof(narrow));
    printf("%zu %zu %zu %zu\n", sizeof(struct mixed), offsetof(struct mixed, v), offsetof(struct mixed, n),
           offsetof(struct mixed, d));
    struct mixed a = {.c = 1, .d = 2}, b = a;
    kept = passed(b.v);
    int copies[4];
    __builtin_memcpy(copies, &kept, sizeof kept);
    printf("%d %d\n", copies[0] + copies[3], b.d);
    printf("%zu %zu %zu %d\n", sizeof(va_list), sizeof(struct with_list), _Alignof(va_list), sum(3, 1, 2, 3));
    printf("%zu %zu %zu %zu\n", sizeof(long double), _Alignof(long double), offsetof(struct wide, f),
           offsetof(struct wide, d));
    return sizeof(struct wide);
}
