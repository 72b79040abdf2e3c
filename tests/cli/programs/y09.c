// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
	int key;
	struct node *parent;
	struct node *left;
	struct node *right;
};

static struct node *root;

static void add(int key)
{
	struct node *p = NULL, *n, **link = &root;

	while (*link) {
		p = *link;
		if (key == p->key)
			return;
		link = key < p->key ? &p->left : &p->right;
	}
	n = malloc(sizeof(struct node));
	n->key = key;
	n->parent = p;
	n->left = NULL;
	n->right = NULL;
	*link = n;
}

static struct node *leftmost(struct node *n)
{
	while (n && n->left)
		n = n->left;
	return n;
}

static struct node *successor(struct node *n)
{
	struct node *p;

	if (n->right)
		return leftmost(n->right);
	for (p = n->parent; p && n == p->right; p = n->parent)
		n = p;
	return p;
}

static int removekey(int key)
{
	struct node *n = root, *s, *child;

	while (n && n->key != key)
		n = key < n->key ? n->left : n->right;
	if (!n)
		return 0;
	if (n->left && n->right) {
		s = successor(n);
		n->key = s->key;
		n = s;
	}
	child = n->left ? n->left : n->right;
	if (child)
		child->parent = n->parent;
	if (!n->parent)
		root = child;
	else if (n == n->parent->left)
		n->parent->left = child;
	else
		n->parent->right = child;
	free(n);
	return 1;
}

static void show(void)
{
	struct node *n;

	for (n = leftmost(root); n; n = successor(n))
		printf(" %d", n->key);
	putchar('\n');
}

int main(void)
{
	struct node *n, *p;
	int cmd;

	while ((cmd = __VERIFIER_nondet_int()) != 0) {
		if (cmd > 0)
			add(__VERIFIER_nondet_int());
		else if (removekey(__VERIFIER_nondet_int()))
			show();
	}
	for (n = root; n; n = p) {
		if (n->left || n->right) {
			p = n->left ? n->left : n->right;
			continue;
		}
		p = n->parent;
		if (p)
			*(n == p->left ? &p->left : &p->right) = NULL;
		free(n);
	}
	return 0;
}
