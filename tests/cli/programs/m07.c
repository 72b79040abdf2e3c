// SAFE
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define ROOMS 16

struct member {
  int room;
  struct member *next;
};

static int pick_room(void)
{
  int r = __VERIFIER_nondet_int();
  return r < 0 ? 0 : r % ROOMS;
}

static void enter(struct member *rooms[], struct member *m, int r)
{
  m->room = r;
  m->next = rooms[r];
  rooms[r] = m;
}

int main(void)
{
  struct member *rooms[ROOMS] = { NULL };
  struct member *m;
  int r;

  for (;;) {
    int op = __VERIFIER_nondet_int();
    if (op == 0)
      break;
    r = pick_room();
    switch (op) {
    case 1:                               /* somebody leaves */
      if ((m = rooms[r]) != NULL) {
        rooms[r] = m->next;
        free(m);
      }
      break;
    case 2:                               /* somebody changes rooms */
      if ((m = rooms[r]) != NULL) {
        rooms[r] = m->next;
        enter(rooms, m, pick_room());
      }
      break;
    default:
      m = malloc(sizeof *m);
      if (m == NULL)
        abort();
      enter(rooms, m, r);
    }
  }

  for (r = 0; r < ROOMS; r++)
    for (m = rooms[r]; m != NULL; m = m->next)
      assert(m->room == r);

  for (r = 0; r < ROOMS; r++) {
    while ((m = rooms[r]) != NULL) {
      rooms[r] = m->next;
      free(m);
    }
  }
  return 0;
}
