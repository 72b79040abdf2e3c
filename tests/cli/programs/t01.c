// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *left;
    struct node *right;
};

static struct node *new_node(int key)
{
    struct node *n = malloc(sizeof(*n));
    if (n == NULL)
        abort();
    n->key = key;
    n->left = NULL;
    n->right = NULL;
    return n;
}

static struct node *insert(struct node *root, int key)
{
    struct node *cur = root;
    struct node *parent = NULL;

    while (cur != NULL) {
        parent = cur;
        if (key < cur->key)
            cur = cur->left;
        else if (key > cur->key)
            cur = cur->right;
        else
            return root;
    }
    if (parent == NULL)
        return new_node(key);
    if (key < parent->key)
        parent->left = new_node(key);
    else
        parent->right = new_node(key);
    return root;
}

static void destroy(struct node *n)
{
    if (n == NULL)
        return;
    destroy(n->left);
    destroy(n->right);
    free(n);
}

int main(void)
{
    struct node *root = NULL;
    int n = __VERIFIER_nondet_int();

    for (int i = 0; i < n; i++)
        root = insert(root, __VERIFIER_nondet_int());

    destroy(root);
    return 0;
}
