// SAFE
// Chain of tag/length/value records, neighbours of equal tag merged into a new block.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

extern int input(void);

typedef unsigned char byte;
typedef struct tlv_s {
  struct tlv_s *nx;
  size_t        len;
  byte          tag;
  byte          val[1];          /* really len bytes */
} tlv_t;

#define TLV_SIZE(n) (offsetof(tlv_t, val) + (n))

static tlv_t *tlv_alloc(byte tag, size_t len, tlv_t *nx)
{
  tlv_t *t = malloc(TLV_SIZE(len));
  if (t == NULL) exit(EXIT_FAILURE);
  t->tag = tag;
  t->len = len;
  t->nx  = nx;
  return t;
}

static tlv_t *tlv_join(const tlv_t *a, const tlv_t *b)
{
  tlv_t *t = tlv_alloc(a->tag, a->len + b->len, b->nx);
  byte  *d = t->val;
  memcpy(d, a->val, a->len);
  memcpy(d + a->len, b->val, b->len);
  return t;
}

static void merge(tlv_t **pos)
{
  while (*pos) {
    tlv_t *a = *pos, *b = a->nx;
    if (b && a->tag == b->tag) {
      *pos = tlv_join(a, b);
      free(a);
      free(b);
    } else {
      pos = &a->nx;
    }
  }
}

static unsigned checksum(const tlv_t *t)
{
  unsigned     s = t->tag;
  const byte  *p = t->val, *e = p + t->len;
  while (p != e) s = s * 31u + *p++;
  return s;
}

int main(void)
{
  tlv_t *chain = NULL;
  int    v;

  for (v = input(); v > 0; v = input()) {
    byte   tag = (byte)(v & 3);
    size_t n   = (size_t)((v >> 2) & 15);
    chain = tlv_alloc(tag, n, chain);
    byte *d = chain->val;
    for (size_t i = 0; i < n; i++)
      d[i] = (byte)((v & 127) + (int)(i & 7));
  }
  merge(&chain);
  while (chain) {
    tlv_t *t = chain;
    chain = t->nx;
    printf("tag %d len %zu sum %u\n", t->tag, t->len, checksum(t));
    free(t);
  }
  return 0;
}
