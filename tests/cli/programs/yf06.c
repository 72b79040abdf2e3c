// FAULTY: 25 leak
// (malloc is assumed to succeed)
// Routing table: a binary trie of address prefixes, longest match wins.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct route {
  int gateway;
  unsigned uses;
};

struct trie {
  struct trie *child[2];
  struct route *route;
};

#define BIT(addr, i) (((addr) >> (31 - (i))) & 1u)

static void trie_set(struct trie **where, uint32_t addr, int len, int gateway) {
  for (int i = 0;; i++) {
    if (!*where) {
      *where = malloc(sizeof **where);
      (*where)->child[0] = (*where)->child[1] = NULL;
      (*where)->route = NULL;
    }
    if (i == len)
      break;
    where = &(*where)->child[BIT(addr, i)];
  }
  struct trie *t = *where;
  if (!t->route) {
    t->route = malloc(sizeof *t->route);
    t->route->uses = 0;
  }
  t->route->gateway = gateway;
}

static struct route *trie_match(struct trie *t, uint32_t addr) {
  struct route *best = NULL;
  for (int i = 0; t; i++) {
    if (t->route)
      best = t->route;
    if (i == 32)
      break;
    t = t->child[BIT(addr, i)];
  }
  return best;
}

/* remove one prefix, and the nodes which are not needed any more */
static struct trie *trie_unset(struct trie *t, uint32_t addr, int len, int depth) {
  if (!t)
    return NULL;
  if (depth == len) {
    free(t->route);
    t->route = NULL;
  } else {
    unsigned b = BIT(addr, depth);
    t->child[b] = trie_unset(t->child[b], addr, len, depth + 1);
  }
  if (!t->route && !t->child[0]) {
    free(t);
    return NULL;
  }
  return t;
}

static void trie_free(struct trie *t) {
  if (!t)
    return;
  trie_free(t->child[0]);
  trie_free(t->child[1]);
  free(t->route);
  free(t);
}

int main(void) {
  struct trie *table = NULL;
  int op;
  while ((op = __VERIFIER_nondet_int()) != 0) {
    uint32_t addr = (uint32_t)__VERIFIER_nondet_int();
    int len = __VERIFIER_nondet_int();
    if (len < 0 || len > 32)
      continue;
    if (op > 2) {
      trie_set(&table, addr, len, __VERIFIER_nondet_int());
    } else if (op > 0) {
      table = trie_unset(table, addr, len, 0);
    } else {
      struct route *r = trie_match(table, addr);
      if (r)
        printf("%d (use %u)\n", r->gateway, ++r->uses);
    }
  }
  trie_free(table);
  return 0;
}
