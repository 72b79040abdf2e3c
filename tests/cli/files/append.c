#include <stddef.h>

typedef struct node { struct node *next; int data; } Node;

Node *append(Node *x, Node *y) {
    if (x == NULL)
        return y;
    Node *last = x;
    while (last->next != NULL)
        last = last->next;
    last->next = y;
    return x;
}
