// Six lists live at once. What a loop does not look at does not multiply its configurations: without that there are 3^6.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
static struct node *push(struct node *list) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->next = list;
    return node;
}
static void drop(struct node *list) {
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}
int main(void) {
    struct node *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL, *f = NULL;
    while (__VERIFIER_nondet_int()) a = push(a);
    while (__VERIFIER_nondet_int()) b = push(b);
    while (__VERIFIER_nondet_int()) c = push(c);
    while (__VERIFIER_nondet_int()) d = push(d);
    while (__VERIFIER_nondet_int()) e = push(e);
    while (__VERIFIER_nondet_int()) f = push(f);
    drop(a);
    drop(b);
    drop(c);
    drop(d);
    drop(e);
    drop(f);
    return 0;
}
