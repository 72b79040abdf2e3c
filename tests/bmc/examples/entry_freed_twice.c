// All nodes of a list are freed: of a list that ends nowhere, one is freed again. Two parameters may lead to one node.
// EXPECTED --entry free_all: violated use-after-free in line 17
// EXPECTED --entry free_two: violated double-free in line 25
// EXPECTED --entry free_two_apart: verified
// EXPECTED --entry free_global: violated invalid-free in line 35
// EXPECTED --entry free_inside: violated invalid-free in line 39
// EXPECTED --entry free_but_shared: verified
#include <stdlib.h>

struct node { int value; struct node *next; };
struct node shared;
static struct node hidden;

void free_all(struct node *list) {
    while (list) {
        struct node *old = list;
        list = list->next;
        free(old);
    }
}

void free_two(struct node *one, struct node *other) {
    if (one == &shared || other == &shared) return;
    free(one);
    free(other);
}

void free_two_apart(struct node *one, struct node *other) {
    if (one == other) other = NULL;
    if (one != &shared) free(one);
    if (other != &shared) free(other);
}

void free_global(struct node *one) {
    free(one);
}

void free_inside(struct node *one) {
    if (one && one != &shared) free(&one->next);
}

/* An object that only this file knows, and nobody gives away, is none of the inputs. */
void free_but_shared(struct node *one) {
    hidden.value = 1;
    if (one != &shared) free(one);
}
