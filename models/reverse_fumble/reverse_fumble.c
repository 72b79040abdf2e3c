// Reverses a list and loses it on the way: one of the classical programs of three-valued-logic analysis (TVLA), with its
// deliberate error, y = x where y = the cell just turned was meant.
// Found: the elements of the list are lost.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *reverse_fumble(Node *x)
{
    Node *y = NULL, *t = NULL;
    while (x != NULL) {
        t = x->n;
        x->n = NULL;
        x->n = y;
        x = t;
        y = x;
    }
    return y;
}
