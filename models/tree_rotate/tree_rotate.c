// Rotates a binary tree to the right: the left child becomes the root.
// Asked: no null dereference, the result is a tree, nothing is lost.
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
    root->left = top->right;
    top->right = root;
    return top;
}
