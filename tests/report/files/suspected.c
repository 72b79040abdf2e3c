#include <stdlib.h>

struct node {
    struct node *next, *back;
    int data;
};

void cut(struct node *x) {
    struct node *before = x->back;
    if (before != NULL && before->next != x)
        before->next->data = 1;
    free(x);
}
