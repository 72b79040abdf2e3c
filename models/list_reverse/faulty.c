// list_reverse.c with a mistake: two lines are swapped, so each cell points to itself.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void reverse(Node *x)
{
    Node *y, *t;
n1: y = NULL;
n2: while (x != NULL) {
n3:     y = x;
n4:     t = y;
n5:     x = x->n;
n6:     y->n = NULL;
n7:     y->n = t;
    }
n8: ;
}
