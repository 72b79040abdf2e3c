// A tree is taken apart by a stack of trees: the parent of a node is used after it is gone.
// TRUE: use-after-free in line 41
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
    (*p)->parent = parent;
}
typedef struct item {
    struct item *below;
    Node *tree;
} Item;
static Item *push(Item *stack, Node *tree) {
    if (!tree) return stack;
    Item *item = malloc(sizeof(Item));
    item->below = stack;
    item->tree = tree;
    return item;
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    Item *stack = push(0, root);
    while (stack) {
        Item *top = stack;
        Node *tree = top->tree;
        if (tree->parent) tree->parent->left = 0;
        stack = top->below;
        free(top);
        stack = push(stack, tree->left);
        stack = push(stack, tree->right);
        free(tree);
    }
}
