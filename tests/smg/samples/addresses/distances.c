// Two blocks never lie where they would overlap, and a large unsigned number leads back.
// SAFE
// FALSE ALARM: assertion in line 16: the blocks would overlap
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *a = malloc(40), *b = malloc(40);
  if (!a || !b) return 0;
  assert(b + 5 - a != 5);
  unsigned long address = (unsigned long)(a + 1);
  address += -4L;
  *(int *)address = 1;
  address -= 4;
  address += 8UL;
  assert(*((int *)address - 1) == 1);
  assert(b + 5 - a != 6);
  free(a);
  free(b);
  return 0;
}
