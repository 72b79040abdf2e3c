// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* right-threaded search tree; the last thread leads back to the header */
struct tnode {
    int key;
    int rthread;
    struct tnode *left;
    struct tnode *right;
};

static void init(struct tnode *head)
{
    head->key = 0;
    head->rthread = 1;
    head->left = NULL;
    head->right = head;
}

static struct tnode *leftmost(struct tnode *p)
{
    while (p->left != NULL)
        p = p->left;
    return p;
}

static struct tnode *successor(struct tnode *p)
{
    if (p->rthread)
        return p->right;
    return leftmost(p->right);
}

static void insert(struct tnode *head, int key)
{
    struct tnode *p = head->left;
    struct tnode *n = malloc(sizeof(*n));

    if (n == NULL)
        abort();
    n->key = key;
    n->rthread = 1;
    n->left = NULL;
    if (p == NULL) {
        n->right = head;
        head->left = n;
        return;
    }
    for (;;) {
        if (key < p->key) {
            if (p->left == NULL) {
                n->right = p;
                p->left = n;
                return;
            }
            p = p->left;
        } else if (p->rthread) {
            n->right = p->right;
            p->right = n;
            p->rthread = 0;
            return;
        } else {
            p = p->right;
        }
    }
}

int main(void)
{
    struct tnode head, *p;
    int n = __VERIFIER_nondet_int();

    init(&head);
    for (; n > 0; n--)
        insert(&head, __VERIFIER_nondet_int());

    p = leftmost(&head);
    while (p != &head) {
        struct tnode *dead = p;
        p = successor(p);
        free(dead);
    }
    return 0;
}
