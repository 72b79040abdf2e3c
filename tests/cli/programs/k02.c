// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { T_INT, T_TEXT, T_PAIR } Kind;
typedef struct { int a, b; } Pair;
typedef struct Item {
  Kind kind;
  union { int num; char *text; Pair *pair; } u;
  struct Item *next;
} Item;
typedef struct { Item *head, *tail; } Queue;

static void push(Queue *q, Item *it) {
  it->next = NULL;
  if (q->tail) q->tail->next = it;
  else q->head = it;
  q->tail = it;
}

static Item *pop(Queue *q) {
  Item *it = q->head;
  if (it) {
    q->head = it->next;
    if (!q->head) q->tail = NULL;
  }
  return it;
}

static Item *make(Kind k) {
  Item *it = malloc(sizeof(Item));
  if (it == NULL) abort();
  it->kind = k;
  switch (k) {
  case T_INT: it->u.num = __VERIFIER_nondet_int(); break;
  case T_TEXT:
    if ((it->u.text = calloc(16, 1)) == NULL) abort();
    break;
  case T_PAIR:
    if ((it->u.pair = malloc(sizeof(Pair))) == NULL) abort();
    it->u.pair->a = __VERIFIER_nondet_int();
    it->u.pair->b = 0;
    break;
  }
  return it;
}

static void dispose(Item *it) {
  if (it->kind == T_TEXT) free(it->u.text);
  else if (it->kind == T_PAIR) free(it->u.pair);
  free(it);
}

int main(void) {
  Queue q = { NULL, NULL }, done = { NULL, NULL };
  Item *it;

  while (__VERIFIER_nondet_int()) {
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k <= 2) {
      push(&q, make((Kind)k));
    } else if ((it = pop(&q)) != NULL) {
      if (it->kind == T_PAIR) {          /* collapse the pair */
        int a = it->u.pair->a;
        free(it->u.pair);
        it->kind = T_INT;
        it->u.num = a;
        push(&done, it);
      } else {
        dispose(it);
      }
    }
  }
  while ((it = pop(&q)) != NULL || (it = pop(&done)) != NULL)
    dispose(it);
  return 0;
}
