// UNSAFE: dereference of an uninitialised pointer in line 51
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pnode {
    struct pnode *parent;
    struct pnode *left;
    struct pnode *right;
    int key;
};

struct ptree {
    struct pnode *root;
};

static void ptree_add(struct ptree *t, int key)
{
    struct pnode *p = NULL, *c = t->root, *n;

    while (c) {
        p = c;
        c = key < c->key ? c->left : c->right;
    }
    n = malloc(sizeof(struct pnode));
    if (!n)
        abort();
    n->key = key;
    n->left = NULL;
    n->right = NULL;
    if (!p) {
        t->root = n;
        return;
    }
    n->parent = p;
    if (key < p->key)
        p->left = n;
    else
        p->right = n;
}

static struct pnode *succ(struct pnode *n)
{
    struct pnode *up;

    if (n->right) {
        for (n = n->right; n->left; n = n->left)
            ;
        return n;
    }
    for (up = n->parent; up && up->right == n; up = up->parent)
        n = up;
    return up;
}

static void ptree_clear(struct ptree *t)
{
    struct pnode *n = t->root;

    while (n) {
        struct pnode *up;
        if (n->left) { n = n->left; continue; }
        if (n->right) { n = n->right; continue; }
        up = n->parent;
        if (up && up->left == n)
            up->left = NULL;
        else if (up)
            up->right = NULL;
        free(n);
        n = up;
    }
    t->root = NULL;
}

int main(void)
{
    struct ptree t = { 0 };
    struct pnode *it;

    for (int i = __VERIFIER_nondet_int(); i > 0; i--)
        ptree_add(&t, __VERIFIER_nondet_int());
    it = t.root;
    while (it && it->left)
        it = it->left;
    while (it)
        it = succ(it);
    ptree_clear(&t);
    return 0;
}
