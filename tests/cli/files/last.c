#include <stddef.h>

typedef struct node {
    struct node *n;
} Node;

Node *last(Node *x) {
    return x == NULL || x->n == NULL ? x : last(x->n);
}
