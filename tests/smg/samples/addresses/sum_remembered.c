// That a request fits is asked of a sum; what is written afterwards is the same sum, computed again.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
struct pool {
  unsigned long free, end;
};
static struct pool *present;
static char *reserve(struct pool *pool, unsigned bytes) {
  if (pool->free + bytes > pool->end)
    return NULL;
  present = pool;
  char *found = (char *)pool->free;
  pool->free += bytes;
  return found;
}
int main(void) {
  struct pool *pool = malloc(sizeof *pool + 1024);
  if (!pool)
    abort();
  pool->free = (unsigned long)(pool + 1);
  pool->end = pool->free + 1024;
  while (__VERIFIER_nondet_int()) {
    int bytes = __VERIFIER_nondet_int();
    if (bytes < 16 || bytes > 200)
      abort();
    char *found = reserve(pool, bytes);
    if (found)
      *found = 1;
    __VERIFIER_assert(pool->free <= pool->end);
  }
  free(pool);
  return 0;
}
