// The last bit-field of a packed record: its unit reaches beyond the record, its bits do not.
// TRUE: out-of-bounds in line 42
extern void *malloc(unsigned long size);
extern void free(void *block);
extern void abort(void);

struct __attribute__((packed)) small {
  char c;
  int a : 3;
  int b : 4;
};

/* `wide` takes bits of five bytes, one more than its unit. */
struct __attribute__((packed)) over {
  unsigned short first : 6;
  unsigned wide : 32;
  unsigned last : 2;
};

int main(void) {
  struct small *block = malloc(sizeof *block);
  if (!block)
    return 0;
  block->c = 1;
  block->a = -2;
  block->b = 5;
  if (sizeof *block != 2 || block->c != 1 || block->a != -2 || block->b != 5)
    abort();
  free(block);

  struct over local;
  local.first = 3;
  local.wide = 0xfedcba98u;
  local.last = 2;
  if (sizeof local != 5 || local.first != 3 || local.wide != 0xfedcba98u || local.last != 2)
    abort();

  char *short_block = malloc(1);
  if (!short_block)
    return 0;
  ((struct small *)short_block)->c = 1;
  ((struct small *)short_block)->a = 1; /* beyond the block */
  free(short_block);
  return 0;
}
