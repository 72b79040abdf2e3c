typedef struct tree {
    struct tree *left, *right;
} Tree;

Tree *turned(Tree *x) {
    Tree *t = x, *u;
    while (t != 0) {
        u = t->left;
        t->left = t->right;
        t->right = u;
        t = t->left;
    }
    return x;
}
