// UNSAFE: out-of-bounds in line 53
// (malloc is assumed to succeed)
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* text[0..gs) is before the cursor, text[ge..cap) is after it */
struct gapbuf
{
	char *text;
	size_t cap, gs, ge;
};

static void gb_init(struct gapbuf *g)
{
	g->cap = 4;
	g->text = malloc(g->cap);
	g->gs = 0;
	g->ge = g->cap;
}

static void gb_grow(struct gapbuf *g)
{
	size_t tail = g->cap - g->ge;
	size_t ncap = g->cap * 2;
	char *bigger = malloc(ncap);

	memcpy(bigger, g->text, g->gs);
	memcpy(bigger + ncap - tail, g->text + g->ge, tail);
	free(g->text);
	g->text = bigger;
	g->ge = ncap - tail;
	g->cap = ncap;
}

static void gb_insert(struct gapbuf *g, char c)
{
	if (g->gs == g->ge)
		gb_grow(g);
	g->text[g->gs++] = c;
}

static void gb_left(struct gapbuf *g)
{
	if (g->gs > 0)
		g->text[--g->ge] = g->text[--g->gs];
}

static void gb_right(struct gapbuf *g)
{
	if (g->gs < g->cap)
		g->text[g->gs++] = g->text[g->ge++];
}

int main(void)
{
	struct gapbuf g;

	gb_init(&g);
	while (__VERIFIER_nondet_int()) {
		int key = __VERIFIER_nondet_int();
		switch (key) {
		case 1:
			gb_left(&g);
			break;
		case 2:
			gb_right(&g);
			break;
		case 3: /* backspace */
			if (g.gs > 0)
				g.gs--;
			break;
		case 4: /* delete */
			if (g.ge < g.cap)
				g.ge++;
			break;
		default:
			gb_insert(&g, (char)('a' + (key & 15)));
		}
	}
	free(g.text);
	return 0;
}
