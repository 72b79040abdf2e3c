#include <stddef.h>

struct item { int weight; };
struct node { struct node *next; struct item *data; };

struct node *pop(struct node *x) {
    if (x != NULL)
        x = x->next;
    return x;
}

struct node *pop_data(struct node *x) {
    if (x != NULL && x->next != NULL)
        x->data = x->next->data;
    return x;
}
