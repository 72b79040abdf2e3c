// A block is lost before the list is built. The list itself is freed by its length: nothing of it is lost.
// TRUE: memory-leak in line 14
extern int __VERIFIER_nondet_int(void);
#include <stdlib.h>
typedef struct node { struct node *next; void *val; } node;
typedef struct { node *head; unsigned int len; } list;
static void destroy(list *self) {
    unsigned int len = self->len;
    node *next, *curr = self->head;
    while (len--) { next = curr->next; free(curr->val); free(curr); curr = next; }
    free(self);
}
int main(void) {
    void *lost = malloc(4); lost = NULL;
    list *l = malloc(sizeof *l);
    l->head = NULL; l->len = 0;
    while (l->len < 1000 && __VERIFIER_nondet_int()) {
        node *n = malloc(sizeof *n);
        n->val = malloc(4);
        n->next = l->head; l->head = n; ++l->len;
    }
    destroy(l);
    return 0;
}
