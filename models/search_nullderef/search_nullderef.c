// Walks through a list and tests the wrong pointer: one of the classical programs of three-valued-logic analysis (TVLA), with
// its deliberate error.
// Found: the null dereference behind the end of the list.
#include <stdlib.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

extern int nondet(void);

void search_nullderef(Node *x)
{
    Node *e = x;
    while (x != NULL) {
        if (nondet())
            return;
        e = e->n;
    }
}
