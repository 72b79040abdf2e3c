// SAFE
// (malloc is assumed to succeed)
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define NIL  SIZE_MAX
#define BUSY (SIZE_MAX - 1)

typedef struct {
	size_t link;	/* next free slot, NIL, or BUSY when in use */
	int *payload;
} slot_t;

static slot_t *pool;
static size_t pool_size, pool_used, free_head = NIL;

static void
pool_extend(void)
{
	size_t n = pool_size == 0 ? 3 : pool_size * 2;
	slot_t *p = realloc(pool, n * sizeof(slot_t));

	if (p == NULL)
		abort();
	pool = p;
	while (n > pool_size) {
		n--;
		pool[n].link = free_head;
		pool[n].payload = NULL;
		free_head = n;
	}
	pool_size = pool_size == 0 ? 3 : pool_size * 2;
}

static size_t
slot_acquire(int value)
{
	if (free_head == NIL)
		pool_extend();
	size_t i = free_head;
	free_head = pool[i].link;
	pool[i].link = BUSY;
	pool[i].payload = malloc(sizeof(int));
	*pool[i].payload = value;
	pool_used++;
	return i;
}

static int
slot_release(size_t i)
{
	if (i >= pool_size || pool[i].link != BUSY)
		return -1;
	free(pool[i].payload);
	pool[i].payload = NULL;
	pool[i].link = free_head;
	free_head = i;
	pool_used--;
	return 0;
}

int
main(void)
{
	size_t latest = NIL;

	while (__VERIFIER_nondet_int()) {
		int v = __VERIFIER_nondet_int();
		if (v > 2)
			latest = slot_acquire(v);
		else if (v == 2)
			slot_release(latest);
		else
			slot_release((size_t)__VERIFIER_nondet_int());
		if (latest < pool_size && pool[latest].link == BUSY)
			*pool[latest].payload ^= 1;
	}
	for (size_t i = 0; pool_used > 0; i++)
		slot_release(i);
	free(pool);
	return 0;
}
