// Puts a new cell in front of the first one whose data is not smaller.
// Asked: no null dereference, the list stays acyclic, nothing is lost, the new cell is in the list.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *insert_sorted(Node *x, int data)
{
    Node *e = x, *p = NULL, *t;
    while (e != NULL && e->data < data) {
        p = e;
        e = e->n;
    }
    t = malloc(sizeof(Node));
    t->data = data;
    t->n = e;
    if (p == NULL)
        x = t;
    else
        p->n = t;
    return x;
}
