// Records of two sizes with a function for each kind, which knows its record.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct shape { struct shape *next; void (*drop)(struct shape *); };
struct circle { struct shape base; int radius; };
struct rectangle { struct shape base; long width; int *label; };
static void drop_circle(struct shape *s) {
    free(s);
}
static void drop_rectangle(struct shape *s) {
    free(((struct rectangle *)s)->label);
    free(s);
}
int main(void) {
    struct shape *list = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct circle *c = malloc(sizeof *c);
            c->base.drop = drop_circle;
            c->base.next = list;
            list = &c->base;
        } else {
            struct rectangle *r = malloc(sizeof *r);
            r->base.drop = drop_rectangle;
            r->label = malloc(sizeof *r->label);
            r->base.next = list;
            list = &r->base;
        }
    }
    while (list) {
        struct shape *s = list;
        list = s->next;
        s->drop(s);
    }
    return 0;
}
