#include <stdlib.h>

typedef struct node { struct node *next; int data; } Node;

/* Moves the first element of one list to the front of another. */
Node *move(Node *from, Node *to) {
    Node *first = from;
    from = first->next;
    first->next = to;
done:
    return first;
}
