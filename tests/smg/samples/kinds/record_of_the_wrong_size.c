// As in records_of_two_sizes.c, but small records are taken for large ones.
// TRUE: out-of-bounds in line 24
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct shape { int kind; struct shape *next; };
struct circle { struct shape base; int radius; };
struct rectangle { struct shape base; long width, height; };
int main(void) {
    struct shape *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct shape *s;
        if (__VERIFIER_nondet_int()) {
            s = malloc(sizeof(struct circle));
            s->kind = 1;
        } else {
            s = calloc(1, sizeof(struct rectangle));
            s->kind = 2;
        }
        s->next = list;
        list = s;
    }
    unsigned long sum = 0;
    for (struct shape *s = list; s; s = s->next) {
        if (s->kind == 1) sum += ((struct rectangle *)s)->height;
    }
    while (list) {
        struct shape *s = list;
        list = s->next;
        free(s);
    }
    return sum == 3;
}
