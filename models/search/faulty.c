// search.c with a mistake: the loop looks one cell ahead, which an empty list does not have.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void search(Node *x)
{
    Node *y = x;
    while (y->n != NULL)
        y = y->n;
}
