#include <stdlib.h>

typedef struct node {
    struct node *n;
    int data;
} Node;

/* The list k behind the list h. */
Node *joined(Node *h, Node *k) {
    Node *p = h;
    while (p->n != NULL)
        p = p->n;
    p->n = k;
    return h;
}
