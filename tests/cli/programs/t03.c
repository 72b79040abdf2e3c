// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
	int key;
	struct tree *lo, *hi;
};

static struct tree **find_slot(struct tree **pp, int key)
{
	while (*pp && (*pp)->key != key)
		pp = key < (*pp)->key ? &(*pp)->lo : &(*pp)->hi;
	return pp;
}

static void tree_insert(struct tree **root, int key)
{
	struct tree **pp = find_slot(root, key);

	if (*pp)
		return;
	*pp = malloc(sizeof(**pp));
	if (!*pp)
		abort();
	(*pp)->key = key;
	(*pp)->lo = (*pp)->hi = NULL;
}

static void tree_remove(struct tree **root, int key)
{
	struct tree **pp = find_slot(root, key);
	struct tree *victim = *pp;

	if (!victim)
		return;
	if (!victim->lo) {
		*pp = victim->hi;
	} else if (!victim->hi) {
		*pp = victim->lo;
	} else {
		struct tree **mp = &victim->hi;
		struct tree *m;

		while ((*mp)->lo)
			mp = &(*mp)->lo;
		m = *mp;
		*mp = m->hi;
		m->lo = victim->lo;
		m->hi = victim->hi;
		*pp = m;
	}
	free(victim);
}

int main(void)
{
	struct tree *root = NULL;
	int op;

	while ((op = __VERIFIER_nondet_int()) != 0) {
		int key = __VERIFIER_nondet_int();

		if (op > 1)
			tree_insert(&root, key);
		else
			tree_remove(&root, key);
	}
	while (root)
		tree_remove(&root, root->key);
	return 0;
}
