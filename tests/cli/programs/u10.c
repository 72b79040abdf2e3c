// SAFE
// (malloc is assumed to succeed)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct entry { unsigned key; struct entry *next; } entry;
typedef struct bucket { entry *first; size_t count; } bucket;
typedef struct table { bucket *b; size_t nb; size_t total; } table;

static bucket *make_buckets(size_t nb) {
  bucket *b = malloc(nb * sizeof *b);
  for (size_t i = 0; i < nb; i++) {
    b[i].first = NULL;
    b[i].count = 0;
  }
  return b;
}

static void link_entry(bucket *b, entry *e) {
  e->next = b->first;
  b->first = e;
  b->count++;
}

static entry *unlink_first(bucket *b) {
  entry *e = b->first;
  b->first = e->next;
  b->count--;
  return e;
}

static void rehash(table *t, size_t nb) {
  bucket *fresh = make_buckets(nb);
  for (size_t i = 0; i < t->nb; i++)
    while (t->b[i].count > 0) {
      entry *e = unlink_first(&t->b[i]);
      link_entry(&fresh[e->key % nb], e);
    }
  free(t->b);
  t->b = fresh;
  t->nb = nb;
}

static void add(table *t, unsigned key) {
  if (t->total >= 2 * t->nb)
    rehash(t, 2 * t->nb + 1);
  entry *e = malloc(sizeof *e);
  e->key = key;
  link_entry(&t->b[key % t->nb], e);
  t->total++;
}

static int del(table *t, unsigned key) {
  bucket *b = &t->b[key % t->nb];
  for (entry **p = &b->first; *p != NULL; p = &(*p)->next)
    if ((*p)->key == key) {
      entry *dead = *p;
      *p = dead->next;
      free(dead);
      b->count--;
      t->total--;
      return 1;
    }
  return 0;
}

int main(void) {
  table t = {make_buckets(1), 1, 0};
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_int() > 0)
      add(&t, (unsigned)key);
    else if (!del(&t, (unsigned)key) && t.nb > 1 && t.total < t.nb / 4)
      rehash(&t, t.nb / 2);
  }
  for (size_t i = 0; i < t.nb; i++)
    while (t.b[i].count > 0)
      free(unlink_first(&t.b[i]));
  free(t.b);
  return 0;
}
