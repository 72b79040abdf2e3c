// tree_insert.c with a mistake: the left subtree is not tested for, so it is lost.
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
            e->left = t;
            return root;
        } else {
            if (e->right == NULL) {
                e->right = t;
                return root;
            }
            e = e->right;
        }
    }
}
