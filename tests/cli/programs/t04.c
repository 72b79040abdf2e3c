// SAFE
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node_s node_t;
struct node_s {
    int     data;
    node_t *left;
    node_t *right;
};

typedef struct {
    node_t  *root;
} bst_t;

static void bst_insert(bst_t *t, int data)
{
    node_t **link = &t->root;
    node_t  *n = malloc(sizeof *n);

    if (!n)
        abort();
    while (*link) {
        if (data < (*link)->data)
            link = &(*link)->left;
        else
            link = &(*link)->right;
    }
    n->data = data;
    n->left = n->right = NULL;
    *link = n;
}

/* First half of Day-Stout-Warren: rotate until only a right spine is left. */
static void bst_to_vine(bst_t *t)
{
    node_t  pseudo;
    node_t *tail = &pseudo;
    node_t *rest = t->root;

    pseudo.right = rest;
    while (rest) {
        if (rest->left == NULL) {
            tail = rest;
            rest = rest->right;
        } else {
            node_t *up = rest->left;
            rest->left = up->right;
            up->right = rest;
            tail->right = up;
            rest = up;
        }
    }
    t->root = pseudo.right;
}

int main(void)
{
    bst_t t = { NULL };
    int i, n = __VERIFIER_nondet_int();

    for (i = 0; i < n; ++i)
        bst_insert(&t, __VERIFIER_nondet_int());

    bst_to_vine(&t);

    while (t.root) {
        node_t *n0 = t.root;
        assert(n0->left == NULL);
        t.root = n0->right;
        free(n0);
    }
    return 0;
}
