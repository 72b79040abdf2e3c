// Copies a list cell by cell.
// Asked: no null dereference, the copy is acyclic and shares nothing with the list, which stays as it was.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *copy(Node *x)
{
    Node *h = NULL, *t = NULL, *c = NULL;
    for (Node *e = x; e != NULL; e = e->n) {
        c = malloc(sizeof(Node));
        c->data = e->data;
        c->n = NULL;
        if (t == NULL)
            h = c;
        else
            t->n = c;
        t = c;
    }
    return h;
}
