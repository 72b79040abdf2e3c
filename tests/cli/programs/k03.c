// SAFE
#include <stdlib.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

enum { EV_TICK, EV_KEY, EV_CLICK };

struct key { int code; };
struct click { int x, y; char *target; };

struct event {
	int type;
	void *data;
	void (*destroy)(void *);	/* NULL: no data to destroy */
	struct event *prev, *next;
};

static void click_destroy(void *p)
{
	struct click *c = p;
	free(c->target);
	free(c);
}

static void post(struct event *head, int type)
{
	struct event *e = calloc(1, sizeof(*e));
	if (!e) abort();
	e->type = type;
	if (type == EV_KEY) {
		struct key *k = malloc(sizeof(*k));
		if (!k) abort();
		k->code = __VERIFIER_nondet_int();
		e->data = k;
		e->destroy = free;
	} else if (type == EV_CLICK) {
		struct click *c = calloc(1, sizeof(*c));
		if (!c) abort();
		if (__VERIFIER_nondet_int())
			c->target = malloc(32);
		e->data = c;
		e->destroy = click_destroy;
	}
	e->prev = head->prev;
	e->next = head;
	head->prev->next = e;
	head->prev = e;
}

static void event_drop(struct event *e)
{
	e->prev->next = e->next;
	e->next->prev = e->prev;
	if (e->destroy)
		e->destroy(e->data);
	free(e);
}

int main(void)
{
	struct event q = { 0, NULL, NULL, &q, &q };
	int last = 0;

	while (__VERIFIER_nondet_int()) {
		post(&q, __VERIFIER_nondet_int());
		if (__VERIFIER_nondet_int() > 2)
			event_drop(q.prev);
	}
	while (q.next != &q) {
		struct event *e = q.next;
		if (e->type == EV_KEY)
			last = ((struct key *)e->data)->code;
		else if (e->type == EV_CLICK)
			last = ((struct click *)e->data)->x;
		event_drop(e);
	}
	return last == 27;
}
