#include <stdlib.h>

typedef struct node { struct node *next; } Node;

/* A list of as many new nodes as wanted. */
Node *collect(int wanted) {
    Node *list = NULL, *t;
    while (wanted > 0) {
make:
        t = malloc(sizeof *t);
        t->next = wanted > 1 ? list : NULL;
        list = t;
        wanted--;
    }
done:
    return list;
}
