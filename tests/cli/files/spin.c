#include <stddef.h>

typedef struct node {
    int data;
} Node;

/* Comes back with NULL only, and fails then. */
int spin(Node *h) {
    if (h != NULL)
        return spin(h);
    return h->data;
}
