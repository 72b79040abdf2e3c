// Records of two sizes that begin with one base, whose kind tells which they are.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct shape { int kind; struct shape *next; };
struct circle { struct shape base; int radius; };
struct rectangle { struct shape base; long width, height; int *label; };
int main(void) {
    struct shape *list = NULL;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            struct circle *c = malloc(sizeof *c);
            c->base.kind = 1;
            c->radius = __VERIFIER_nondet_int();
            c->base.next = list;
            list = &c->base;
        } else {
            struct rectangle *r = calloc(1, sizeof *r);
            r->base.kind = 2;
            r->width = __VERIFIER_nondet_int();
            r->label = malloc(sizeof *r->label);
            r->base.next = list;
            list = &r->base;
        }
    }
    unsigned long sum = 0;
    for (struct shape *s = list; s; s = s->next) {
        if (s->kind == 1) {
            sum += ((struct circle *)s)->radius;
        } else {
            struct rectangle *r = (struct rectangle *)s;
            *r->label = 1;
            sum += r->width + r->height;
        }
    }
    while (list) {
        struct shape *s = list;
        list = s->next;
        if (s->kind == 2) free(((struct rectangle *)s)->label);
        free(s);
    }
    return sum == 3;
}
