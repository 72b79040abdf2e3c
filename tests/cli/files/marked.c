#include <stddef.h>
typedef struct node { struct node *n; } Node;
static Node *last(Node *x) {
    while (x != NULL && x->n != NULL)
        x = x->n;
    return x;
}
Node *drop(Node *x) {
    //@ assume x != NULL;
    x = x->n;
    return x;
}
void clear(Node *x) {
    Node *end = last(x);
    end->n = NULL;
}
