// Puts a new leaf into a binary search tree.
// Asked: no null dereference, no cycle, nothing is lost, the leaf is in the tree.
#include <stdlib.h>

typedef struct Tree {
    int key;
    struct Tree *left, *right;
} Tree;

Tree *tree_insert(Tree *root, int key)
{
    Tree *t = malloc(sizeof(Tree)), *e = root;
    t->key = key;
    t->left = NULL;
    t->right = NULL;
    if (root == NULL)
        return t;
    for (;;) {
        if (key < e->key) {
            if (e->left == NULL) {
                e->left = t;
                return root;
            }
            e = e->left;
        } else {
            if (e->right == NULL) {
                e->right = t;
                return root;
            }
            e = e->right;
        }
    }
}
