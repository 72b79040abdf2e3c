// A tree that functions build and take apart by calling themselves.
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
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
}
