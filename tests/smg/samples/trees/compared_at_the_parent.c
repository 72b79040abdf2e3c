// A search tree: the loop ends at NULL, and a second comparison with the same key tells which link of the last node that was.
// SAFE
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *left;
    struct node *right;
} Node;
static Node *insert(Node *root, int key) {
    Node *at = root;
    Node *parent = 0;
    while (at) {
        parent = at;
        if (key < at->key) at = at->left;
        else if (key > at->key) at = at->right;
        else return root;
    }
    Node *new = malloc(sizeof(Node));
    new->key = key;
    new->left = 0;
    new->right = 0;
    if (!parent) return new;
    if (key < parent->key) parent->left = new;
    else parent->right = new;
    return root;
}
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    Node *root = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
    return 0;
}
