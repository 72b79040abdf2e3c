// A procedure that looks at two nodes is verified on all heaps, the larger ones among them. One that walks the list is not: a
// larger heap may have another node. What it returns of a node that nobody freed is no leak.
// EXPECTED --entry second: verified
// EXPECTED --entry second --heap-nodes 0: unknown, nothing found on heaps of up to 0 nodes of each type; the pointer used at line 15 may lead to another one (--heap-nodes)
// EXPECTED --entry last --unwind 3: unknown, nothing found
// EXPECTED --entry last --unwind 9 --heap-nodes 2: unknown, nothing found on heaps of up to 2 nodes of each type; the pointer used at line 22
// EXPECTED --entry unlinked: verified
// EXPECTED --entry second_of_all: violated invalid-dereference in line 33
// EXPECTED --entry drop_second: violated memory-leak in line 41
#include <stdlib.h>

struct node { int value; struct node *next; };

struct node *second(struct node *list) {
    if (list && list->next)
        return list->next;
    return NULL;
}

struct node *last(struct node *list) {
    if (!list) return NULL;
    while (list->next) list = list->next;
    return list;
}

struct node *unlinked(struct node *list) {
    struct node *rest = list ? list->next : NULL;
    if (list) list->next = NULL;
    return rest;
}

struct node *second_of_all(struct node *list) {
    return list->next;
}

/* What is new and replaced is lost; what was there before belongs to the caller. */
void drop_second(struct node *list) {
    if (!list) return;
    list->next = malloc(sizeof *list);
    if (!list->next) return;
    list->next = NULL;
}
