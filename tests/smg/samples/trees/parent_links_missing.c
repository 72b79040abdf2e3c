// A tree is taken apart by links to the parents, which no node was given.
// TRUE: uninitialized in line 32
// TRUE: memory-leak in line 28
// TRUE: memory-leak in line 29
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *left;
    struct node *right;
    struct node *parent;
} Node;
static void insert(Node **p, int key) {
    Node *parent = 0;
    while (*p) {
        parent = *p;
        p = key < parent->key ? &parent->left : &parent->right;
    }
    *p = malloc(sizeof(Node));
    (*p)->key = key;
    (*p)->left = (*p)->right = 0;
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    while (root) {
        if (root->left) root = root->left;
        else if (root->right) root = root->right;
        else {
            Node *parent = root->parent;
            if (parent && parent->left == root) parent->left = 0;
            else if (parent) parent->right = 0;
            free(root);
            root = parent;
        }
    }
}
