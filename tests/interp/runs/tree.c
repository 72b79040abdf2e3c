// A binary search tree: insertion through a pointer to a pointer, recursion for the walk.
typedef unsigned long size_t;
int printf(const char *format, ...);
void *malloc(size_t size);
void free(void *pointer);

struct tree { int key; struct tree *left, *right; };

static void insert(struct tree **at, int key) {
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = malloc(sizeof(struct tree));
    (*at)->key = key;
    (*at)->left = (*at)->right = 0;
}

static int walk(struct tree *t) {
    if (!t) return 0;
    int left = walk(t->left);
    printf("%d,", t->key);
    int right = walk(t->right);
    free(t);
    return 1 + (left > right ? left : right);
}

int main(void) {
    struct tree *root = 0;
    int keys[] = {50, 20, 70, 10, 30, 60, 80, 25};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) insert(&root, keys[i]);
    int depth = walk(root);
    printf(" depth %d\n", depth);
    return depth;
}
