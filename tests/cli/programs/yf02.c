// FAULTY: 59 null-dereference
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct tree {
	int key;
	struct tree *left, *right;
} tree;

static tree *insert(tree *root, int key)
{
	tree *parent = NULL, *cur = root, *fresh;

	while (cur) {
		if (cur->key == key)
			return root;
		parent = cur;
		cur = key < cur->key ? cur->left : cur->right;
	}
	fresh = malloc(sizeof(tree));
	fresh->key = key;
	fresh->left = NULL;
	fresh->right = NULL;
	if (!parent)
		return fresh;
	if (key < parent->key)
		parent->left = fresh;
	else
		parent->right = fresh;
	return root;
}

static tree *delete(tree *root, int key)
{
	tree *parent = NULL, *cur = root, *child;

	while (cur && cur->key != key) {
		parent = cur;
		cur = key < cur->key ? cur->left : cur->right;
	}
	if (!cur)
		return root;
	if (cur->left && cur->right) {
		/* take the place of the smallest one on the right */
		tree *hole = cur;

		parent = cur;
		cur = cur->right;
		while (cur->left) {
			parent = cur;
			cur = cur->left;
		}
		hole->key = cur->key;
	}
	child = cur->left ? cur->left : cur->right;
	if (parent->left == cur)
		parent->left = child;
	else
		parent->right = child;
	free(cur);
	return root;
}

static void destroy(tree *t)
{
	while (t) {
		if (t->left) {
			tree *l = t->left;

			t->left = l->right;
			l->right = t;
			t = l;
		} else {
			tree *r = t->right;

			free(t);
			t = r;
		}
	}
}

int main(void)
{
	tree *root = NULL, *t;

	while (__VERIFIER_nondet_int()) {
		int key = __VERIFIER_nondet_int();

		if (__VERIFIER_nondet_int() > 0)
			root = insert(root, key);
		else
			root = delete(root, key);
	}
	if (root) {
		for (t = root; t->left; t = t->left)
			;
		printf("min %d\n", t->key);
		for (t = root; t->right; t = t->right)
			;
		printf("max %d\n", t->key);
	}
	destroy(root);
	return 0;
}
