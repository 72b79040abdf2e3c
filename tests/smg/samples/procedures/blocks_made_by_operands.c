// Each operand makes blocks of its own, and none sees those of the others: their order does not matter.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *make(struct tree *left, int key, struct tree *right)
{
    struct tree *made = malloc(sizeof *made);
    made->left = left;
    made->key = key;
    made->right = right;
    return made;
}

static struct tree *copy(const struct tree *tree)
{
    return tree ? make(copy(tree->left), tree->key, copy(tree->right)) : NULL;
}

static void destroy(struct tree *tree)
{
    if (!tree)
        return;
    destroy(tree->left);
    destroy(tree->right);
    free(tree);
}

int main(void)
{
    struct tree *tree = NULL;
    while (__VERIFIER_nondet_int())
        tree = __VERIFIER_nondet_int() ? make(tree, 1, NULL) : make(NULL, 2, tree);
    struct tree *other = copy(tree);
    destroy(tree);
    destroy(other);
    return 0;
}
