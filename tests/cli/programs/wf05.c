// UNSAFE line 65: the successor is read from a session that has just been destroyed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

struct session {
  struct session *prev, *next;
  enum { GUEST, USER } kind;
  int idle;
};
struct guest { struct session s; };
struct user { struct session s; char *name; unsigned char quota[16]; };

struct table { struct session *head; unsigned count; };

static void attach(struct table *t, struct session *s) {
  s->prev = NULL;
  s->next = t->head;
  if (t->head) t->head->prev = s;
  t->head = s;
  t->count++;
}

static void detach(struct table *t, struct session *s) {
  if (s->prev) s->prev->next = s->next;
  else t->head = s->next;
  if (s->next) s->next->prev = s->prev;
  t->count--;
}

static void destroy(struct session *s) {
  if (s->kind == USER) {
    struct user *u = (struct user *)s;
    free(u->name);
    free(u);
  } else {
    free((struct guest *)s);
  }
}

static struct session *login(int key) {
  struct session *s;
  if (key % 3 == 0) {
    struct user *u = malloc(sizeof *u);
    if (!u) abort();
    u->name = malloc(8);
    if (!u->name) abort();
    strcpy(u->name, "someone");
    memset(u->quota, 0, sizeof u->quota);
    s = &u->s;
    s->kind = USER;
  } else {
    struct guest *g = malloc(sizeof *g);
    if (!g) abort();
    s = &g->s;
    s->kind = GUEST;
  }
  s->idle = key & 7;
  return s;
}

static void expire(struct table *t, int limit) {
  for (struct session *s = t->head; s != NULL; s = s->next) {
    if (s->idle >= limit) {
      detach(t, s);
      destroy(s);
    }
  }
}

int main(void) {
  struct table t = { NULL, 0 };
  int k;
  while ((k = input()) > 0)
    attach(&t, login(k));
  expire(&t, 6);
  printf("%u left\n", t.count);
  while (t.head) {
    struct session *s = t.head;
    detach(&t, s);
    destroy(s);
  }
  return 0;
}
