// append.c with a mistake: two lines of the loop are swapped, so p runs off the end of the list.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

void append(Node *x, Node *y)
{
    Node *e = x, *p = NULL;
    while (e != NULL) {
        e = e->n;
        p = e;
    }
    p->n = NULL;
    p->n = y;
}
