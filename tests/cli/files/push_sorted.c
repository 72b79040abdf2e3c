#include <stdlib.h>

typedef struct node { struct node *next; int data; } Node;

Node *push(Node *x, int data) {
    Node *t = malloc(sizeof *t);
    t->data = data;
    t->next = x;
done:
    return t;
}
