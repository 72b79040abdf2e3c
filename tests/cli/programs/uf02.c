// UNSAFE: leak in line 28
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct batch {
  int *items;
  size_t used;
  size_t size;
  unsigned long flushed;
} batch_t;

static void batch_flush(batch_t *b) {
  for (size_t i = 0; i < b->used; i++)
    printf("%d ", b->items[i]);
  printf("\n");
  free(b->items);
  b->items = NULL;
  b->used = b->size = 0;
  b->flushed++;
}

static void batch_begin(batch_t *b, size_t size) {
  if (b->used > 0)
    batch_flush(b);
  b->items = malloc(size * sizeof(int));
  b->size = size;
}

static void batch_add(batch_t *b, int item) {
  if (b->items == NULL)
    batch_begin(b, 16);
  b->items[b->used++] = item;
  if (b->used == b->size)
    batch_flush(b);
}

int main(void) {
  batch_t b = {NULL, 0, 0, 0};
  while (__VERIFIER_nondet_int()) {
    int size = __VERIFIER_nondet_int();
    if (size >= 1 && size <= 1000)
      batch_begin(&b, (size_t)size);
    while (__VERIFIER_nondet_int() > 0)
      batch_add(&b, __VERIFIER_nondet_int());
  }
  if (b.items != NULL)
    batch_flush(&b);
  printf("%lu batches\n", b.flushed);
  return 0;
}
