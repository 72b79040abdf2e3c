// UNSAFE line 66: long notes are shrunk to the kept part, but the length in the header stays
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

#define KEEP 40

typedef struct item {
	struct item *next;
	short is_note;
	short done;
} item_t;

typedef struct {
	item_t it;
	unsigned len;
	char txt[];
} note_t;

typedef struct {
	item_t it;
	unsigned day, month;
} date_t;

static item_t *add_note(item_t *list, unsigned len)
{
	note_t *n = malloc(offsetof(note_t, txt) + len), *small;

	if (n == NULL)
		exit(1);
	n->it.is_note = 1;
	n->it.done = 0;
	n->len = len;
	memset(n->txt, '.', len);
	if (len > KEEP) {
		small = realloc(n, offsetof(note_t, txt) + KEEP);
		if (small != NULL)
			n = small;
	}
	n->it.next = list;
	return &n->it;
}

static item_t *add_date(item_t *list, unsigned x)
{
	date_t *d = malloc(sizeof(date_t));

	if (d == NULL)
		exit(1);
	d->it.is_note = 0;
	d->it.done = 0;
	d->day = 1 + x % 28;
	d->month = 1 + x % 12;
	d->it.next = list;
	return &d->it;
}

static unsigned count_dots(const note_t *n)
{
	unsigned dots = 0;

	for (unsigned i = 0; i < n->len; i++)
		if (n->txt[i] == '.')
			dots++;
	return dots;
}

int main(void)
{
	item_t *list = NULL, *p;
	int v;

	while ((v = input()) != 0)
		list = v > 4 ? add_note(list, (unsigned)v % 80u) : add_date(list, (unsigned)v);
	while ((p = list) != NULL) {
		list = p->next;
		if (p->is_note)
			printf("note %u\n", count_dots((note_t *)p));
		else
			printf("%u.%u.\n", ((date_t *)p)->day, ((date_t *)p)->month);
		free(p);
	}
	return 0;
}
