// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct config { int verbose, timeout; };

static struct config defaults = { 0, 30 };

struct session {
	int id;
	struct config *cfg;	/* NULL while idle, &defaults, or private */
	struct session *next;
};

#define PRIVATE(s) ((s)->cfg != NULL && (s)->cfg != &defaults)

static void customize(struct session *s, int timeout)
{
	if (!PRIVATE(s)) {
		struct config *c = malloc(sizeof(*c));
		if (!c)
			abort();
		*c = s->cfg ? *s->cfg : defaults;
		s->cfg = c;
	}
	s->cfg->timeout = timeout;
}

static void reset(struct session *s)
{
	if (PRIVATE(s))
		free(s->cfg);
	s->cfg = &defaults;
}

int main(void)
{
	struct session *head = NULL, *s;
	int n = __VERIFIER_nondet_int();

	for (int i = 0; i < n; i++) {
		s = malloc(sizeof(*s));
		if (!s)
			abort();
		s->id = i;
		s->cfg = (i % 2) ? &defaults : NULL;
		s->next = head;
		head = s;
	}

	for (s = head; s != NULL; s = s->next)
		if (__VERIFIER_nondet_int())
			customize(s, __VERIFIER_nondet_int());

	for (s = head; s != NULL; s = s->next)
		if (__VERIFIER_nondet_int() < 3)
			reset(s);

	while (head != NULL) {
		s = head;
		head = head->next;
		if (PRIVATE(s))
			free(s->cfg);
		free(s);
	}
	return defaults.timeout == 30 ? 0 : 1;
}
