// tree_rotate.c with a mistake: the old root still leads to the new one.
#include <stddef.h>

typedef struct Tree {
    int key;
    struct Tree *left, *right;
} Tree;

Tree *tree_rotate(Tree *root)
{
    Tree *top;
    if (root == NULL || root->left == NULL)
        return root;
    top = root->left;
    top->right = root;
    return top;
}
