// A tree whose nodes have three links.
// SAFE
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    struct node *left;
    struct node *middle;
    struct node *right;
} Node;
static void insert(Node **p) {
    while (*p) {
        int way = __VERIFIER_nondet_int();
        p = way == 0 ? &(*p)->left : way == 1 ? &(*p)->middle : &(*p)->right;
    }
    *p = malloc(sizeof(Node));
    (*p)->left = (*p)->middle = (*p)->right = 0;
}
static void destroy(Node *t) {
    if (!t) return;
    destroy(t->left);
    destroy(t->middle);
    destroy(t->right);
    free(t);
}
int main(void) {
    Node *root = 0;
    while (__VERIFIER_nondet_int()) insert(&root);
    destroy(root);
}
