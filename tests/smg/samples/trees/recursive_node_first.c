// A node of a tree is freed before its children are.
// TRUE: use-after-free in line 27
// TRUE: memory-leak in line 26
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *left;
    struct node *right;
} Node;
static Node *insert(Node *t, int key) {
    if (!t) {
        Node *n = malloc(sizeof(Node));
        n->key = key;
        n->left = n->right = 0;
        return n;
    }
    if (key < t->key) t->left = insert(t->left, key);
    else t->right = insert(t->right, key);
    return t;
}
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    free(t);
    destroy(t->right);
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
}
