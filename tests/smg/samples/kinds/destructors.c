// Nodes with a destructor for each kind.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct obj { void (*destroy)(struct obj *); void *data; struct obj *next; };
static void plain(struct obj *o) { free(o); }
static void owner(struct obj *o) { free(o->data); free(o); }
int main(void) {
    struct obj *l = NULL;
    while (__VERIFIER_nondet_int()) {
        struct obj *o = malloc(sizeof *o);
        if (!o) return 1;
        if (__VERIFIER_nondet_int()) { o->destroy = owner; o->data = malloc(16); } else { o->destroy = plain; o->data = NULL; }
        o->next = l; l = o;
    }
    while (l) { struct obj *n = l->next; l->destroy(l); l = n; }
    return 0;
}
