// UNSAFE: use after free in line 43
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct player {
  int id;
  int score;
} player;

typedef struct table {
  player *rows;
  player *best;
  size_t count, room;
} table;

static void table_init(table *t) {
  t->room = 2;
  t->rows = malloc(t->room * sizeof(player));
  t->best = NULL;
  t->count = 0;
}

static player *table_append(table *t) {
  if (t->count == t->room) {
    size_t room = t->room * 2;
    player *rows = malloc(room * sizeof(player));
    for (size_t i = 0; i < t->count; i++)
      rows[i] = t->rows[i];
    free(t->rows);
    t->rows = rows;
    t->room = room;
  }
  return &t->rows[t->count++];
}

static void table_enter(table *t, int id, int score) {
  player *p = table_append(t);
  p->id = id;
  p->score = score;
  if (t->best == NULL || score > t->best->score)
    t->best = p;
}

static void table_reset(table *t) {
  t->count = 0;
  t->best = NULL;
}

int main(void) {
  table t;
  table_init(&t);
  while (__VERIFIER_nondet_int()) {
    int id = __VERIFIER_nondet_int();
    if (id == -1)
      table_reset(&t);
    else
      table_enter(&t, id, __VERIFIER_nondet_int());
  }
  if (t.count > 0)
    printf("last of %zu: player %d\n", t.count, t.rows[t.count - 1].id);
  free(t.rows);
  return 0;
}
