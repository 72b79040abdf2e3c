#include <stdlib.h>

typedef struct node {
    struct node *n;
} Node;

void drop_all(Node *x) {
    if (x == NULL)
        return;
    Node *n = x->n;
    free(x);
    drop_all(n);
}
