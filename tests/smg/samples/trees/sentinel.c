// A tree whose leaves lead to one node that is none of the tree, with an array of links.
// SAFE
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
typedef struct node {
    int key;
    struct node *child[2];
} Node;
static Node nil = { 0, { &nil, &nil } };
static Node *insert(Node *t, int key) {
    if (t == &nil) {
        t = malloc(sizeof(Node));
        t->key = key;
        t->child[0] = t->child[1] = &nil;
        return t;
    }
    if (key < t->key) t->child[0] = insert(t->child[0], key);
    else t->child[1] = insert(t->child[1], key);
    return t;
}
static void destroy(Node *t) {
    if (t == &nil) return;
    destroy(t->child[0]);
    destroy(t->child[1]);
    free(t);
}
int main(void) {
    Node *root = &nil;
    while (__VERIFIER_nondet_int()) root = insert(root, __VERIFIER_nondet_int());
    destroy(root);
}
