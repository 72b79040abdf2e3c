// tree_search.c with a mistake: the search does not end at a leaf.
#include <stddef.h>

typedef struct Tree {
    int key;
    struct Tree *left, *right;
} Tree;

Tree *tree_search(Tree *root, int key)
{
    Tree *e = root;
    while (e->key != key)
        e = key < e->key ? e->left : e->right;
    return e;
}
