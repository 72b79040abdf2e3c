// List reversal in place: figure 6 of Dams and Namjoshi, "Shape analysis through predicate abstraction and model
// checking" (VMCAI 2003).
// Proved, with the hints of list_reverse.hints: an acyclic list stays acyclic. Without that precondition it is not so
// (no_precondition.spec).
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
n3:     t = y;
n4:     y = x;
n5:     x = x->n;
n6:     y->n = NULL;
n7:     y->n = t;
    }
n8: ;
}
