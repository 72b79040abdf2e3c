// A node that leads to two lists of nodes of its own kind: a walk goes down the one or the other.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *left, *right;
};

static struct node *leaf(void) {
    struct node *found = malloc(sizeof *found);
    if (!found)
        abort();
    found->left = NULL;
    found->right = NULL;
    return found;
}

static void to_end(struct node ***place, int left) {
    while (**place)
        *place = left ? &(**place)->left : &(**place)->right;
}

static void add(struct node **root, int left) {
    to_end(&root, left);
    *root = leaf();
}

int main(void) {
    struct node *root = leaf();
    while (__VERIFIER_nondet_int())
        add(&root, __VERIFIER_nondet_int() != 0);
    while (root->left) {
        struct node *gone = root->left;
        root->left = gone->left;
        free(gone);
    }
    while (root->right) {
        struct node *gone = root->right;
        root->right = gone->right;
        free(gone);
    }
    free(root);
    return 0;
}
