typedef unsigned long size_t;
void *calloc(size_t, size_t);
void free(void *);
int printf(const char *, ...);
void abort(void);
void exit(int);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) { }
void mystery(int *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  int *p = calloc(3, sizeof(int)), i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i > 3 && p);
  assert(i > 2);
  ((void) sizeof ((i > 1) ? 1 : 0), __extension__ ({ if (i > 1) ; else __assert_fail ("i > 1", "f.c", 3, __func__); }));
  printf("%d\n", i++);
  mystery(p);
  mystery(p);
  free(p);
  if (__builtin_expect(!!(i == 4), 0)) exit(i);
  if (i == 5) abort();
  if (i == 6) reach_error();
}
