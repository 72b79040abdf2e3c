// reverse.c with a mistake: the cell is linked before x has left it.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *reverse(Node *x)
{
    Node *y = NULL, *t = NULL;
    while (x != NULL) {
        t = y;
        y = x;
        y->n = NULL;
        y->n = t;
        x = x->n;
    }
    return y;
}
