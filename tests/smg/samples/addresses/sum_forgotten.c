// What a condition says of a sum holds no longer when the address was changed in between.
// TRUE: assertion in line 21
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct pool {
  unsigned long free, end;
};
int main(void) {
  struct pool *pool = malloc(sizeof *pool + 64);
  if (!pool)
    abort();
  pool->free = (unsigned long)(pool + 1);
  pool->end = pool->free + 64;
  int bytes = __VERIFIER_nondet_int();
  if (bytes < 0 || bytes > 200)
    abort();
  if (pool->free + bytes <= pool->end) {
    pool->free += 1;
    pool->free += bytes;
    __VERIFIER_assert(pool->free <= pool->end);
  }
  free(pool);
  return 0;
}
