// UNSAFE: NULL dereference (call of a NULL function pointer) in line 63
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct packet {
	int op;
	struct packet *next;
};

static struct packet *inbox, *outbox;
static unsigned pings;

static void on_ping(struct packet *p)
{
	pings++;
	p->op = 1;			/* answer with a pong */
	p->next = outbox;
	outbox = p;
}

static void on_drop(struct packet *p)
{
	free(p);
}

static void on_close(struct packet *p)
{
	struct packet *o;

	while ((o = outbox) != NULL) {
		outbox = o->next;
		free(o);
	}
	free(p);
}

static void (*handlers[8])(struct packet *) = {
	[0] = on_ping,
	[1] = on_drop,
	[2] = on_drop,
	[7] = on_close,
};

int main(void)
{
	struct packet *p;
	int op;

	while ((op = __VERIFIER_nondet_int()) >= 0) {
		p = malloc(sizeof(*p));
		if (p == NULL)
			abort();
		p->op = op;
		p->next = inbox;
		inbox = p;
		if (op == 99)
			break;
	}
	while ((p = inbox) != NULL) {
		inbox = p->next;
		if (p->op < 8)
			handlers[p->op](p);
		else
			free(p);
	}
	while ((p = outbox) != NULL) {
		outbox = p->next;
		free(p);
	}
	return pings > 3;
}
