// A copy of a tree.
// SAFE
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
static Node *copy(const Node *t) {
    if (!t) return 0;
    Node *n = malloc(sizeof(Node));
    n->key = t->key;
    n->left = copy(t->left);
    n->right = copy(t->right);
    return n;
}
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    Node *other = copy(root);
    destroy(root);
    destroy(other);
}
