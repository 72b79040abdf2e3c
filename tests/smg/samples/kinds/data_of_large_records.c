// Records of two sizes that begin with one base. Only the larger ones have data, and some of them have lost theirs.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct base { int kind; struct base *next; };
struct small { struct base base; int number; };
struct large { struct base base; long number; int *data; };
static struct base *make(struct base *next, int kind) {
    struct base *b = NULL;
    if (kind == 1) b = malloc(sizeof(struct small));
    if (kind == 2) {
        struct large *l = malloc(sizeof *l);
        l->data = malloc(sizeof(int));
        b = &l->base;
    }
    b->kind = kind;
    b->next = next;
    return b;
}
int main(void) {
    struct base *list = NULL;
    while (__VERIFIER_nondet_int()) list = make(list, __VERIFIER_nondet_int() ? 1 : 2);
    for (struct base *b = list; b; b = b->next) {
        struct large *l = (struct large *)b;
        if (b->kind == 2 && __VERIFIER_nondet_int()) {
            free(l->data);
            l->data = __VERIFIER_nondet_int() ? NULL : malloc(sizeof(int));
        }
    }
    while (list) {
        struct base *b = list;
        list = b->next;
        if (b->kind == 2) free(((struct large *)b)->data);
        free(b);
    }
    return 0;
}
