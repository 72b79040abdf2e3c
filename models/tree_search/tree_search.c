// Looks for a key in a binary search tree.
// Asked: no null dereference, the tree stays a tree, what is found is in it and has the key.
#include <stddef.h>

typedef struct Tree {
    int key;
    struct Tree *left, *right;
} Tree;

Tree *tree_search(Tree *root, int key)
{
    Tree *e = root;
    while (e != NULL && e->key != key)
        e = key < e->key ? e->left : e->right;
    return e;
}
