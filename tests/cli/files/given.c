#include <stddef.h>

typedef struct node {
    struct node *n;
    int data;
} Node;

Node *current;

int chosen(int use) {
    Node *p = current;
    if (use == 0)
        p = NULL;
    return p->data;
}
