#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <alloca.h>
struct pair { int a, b; };
struct large { char a[128]; };
struct list { struct list *next; };
int *local(void) { int a = 1; int *p = &a; return p; }
#include <unistd.h>
#include <fcntl.h>
#include <strings.h>
#include <time.h>
#include <math.h>
int cmp(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int two(int a, int b) { return a + b; }
int none(void) { }
void again(void) { exit(1); }
int summed(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n-- > 0) s += va_arg(l, int); va_end(l); return s; }
