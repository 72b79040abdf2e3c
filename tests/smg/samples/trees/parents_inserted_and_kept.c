// As `parents_inserted`, but a node that is freed stays the child of its parent.
// TRUE: memory-leak in line 55
// TRUE: memory-leak in line 50
// TRUE: use-after-free in line 49
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    struct node *parent;
    struct node *left;
    struct node *right;
    int key;
} Node;
static void insert(Node **root, int key) {
    Node *parent = 0;
    Node *at = *root;
    while (at) {
        parent = at;
        at = key < at->key ? at->left : at->right;
    }
    Node *new = malloc(sizeof(Node));
    new->key = key;
    new->left = 0;
    new->right = 0;
    new->parent = parent;
    if (!parent) *root = new;
    else if (key < parent->key) parent->left = new;
    else parent->right = new;
}
static Node *next(Node *at) {
    Node *up;
    if (at->right) {
        for (at = at->right; at->left; at = at->left)
            ;
        return at;
    }
    for (up = at->parent; up && up->right == at; up = up->parent) at = up;
    return up;
}
int main(void) {
    Node *root = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) insert(&root, __VERIFIER_nondet_int());
    Node *at = root;
    while (at && at->left) at = at->left;
    while (at) at = next(at);
    at = root;
    while (at) {
        if (at->left) {
            at = at->left;
        } else if (at->right) {
            at = at->right;
        } else {
            Node *up = at->parent;
            if (up && up->left == at) up->right = 0;
            else if (up) up->right = 0;
            free(at);
            at = up;
        }
    }
    return 0;
}
