// A search in a tree.
// SAFE
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *left;
    struct node *right;
} Node;
static void insert(Node **p, int key) {
    while (*p) {
        if ((*p)->key == key) return;
        p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    }
    *p = malloc(sizeof(Node));
    (*p)->key = key;
    (*p)->left = (*p)->right = 0;
}
static Node *find(Node *t, int key) {
    while (t && t->key != key) t = key < t->key ? t->left : t->right;
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
    while (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
    Node *n = find(root, __VERIFIER_nondet_int());
    if (n) n->key++;
    destroy(root);
}
