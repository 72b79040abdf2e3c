// A loop that looks for the place of a new node stops too early.
// TRUE: memory-leak in line 16
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *left;
    struct node *right;
} Node;
static void insert(Node **p, int key) {
    while (*p && __VERIFIER_nondet_int()) {
        if ((*p)->key == key) return;
        p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    }
    *p = malloc(sizeof(Node));
    (*p)->key = key;
    (*p)->left = (*p)->right = 0;
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
    destroy(root);
}
