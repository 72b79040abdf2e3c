// A node of a tree is deleted, and freed twice if it has two children.
// TRUE: double-free in line 36
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
static void delete(Node **p, int key) {
    while (*p && (*p)->key != key) p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    Node *gone = *p;
    if (!gone) return;
    if (!gone->left) *p = gone->right;
    else if (!gone->right) *p = gone->left;
    else {
        Node **q = &gone->right;
        while ((*q)->left) q = &(*q)->left;
        Node *next = *q;
        *q = next->right;
        next->left = gone->left;
        next->right = gone->right;
        *p = next;
        free(gone);
    }
    free(gone);
}
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) insert(&root, __VERIFIER_nondet_int());
        else delete(&root, __VERIFIER_nondet_int());
    }
    destroy(root);
}
