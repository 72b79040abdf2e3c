// A rotation that forgets to move a child: two nodes lead to each other.
// TRUE: memory-leak in line 26
// TRUE: use-after-free in line 31
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
static Node *turned(Node *t) {
    if (!t || !t->left) return t;
    Node *left = t->left;
    left->right = t;
    return left;
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
    root = turned(root);
    destroy(root);
}
