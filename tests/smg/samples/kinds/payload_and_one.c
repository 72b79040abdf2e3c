// As in payload_of_its_length.c, but the loop reads one byte too many.
// TRUE: out-of-bounds in line 17
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct msg { struct msg *next; size_t length; unsigned char data[]; };
int main(void) {
    struct msg *list = NULL;
    while (__VERIFIER_nondet_int()) {
        size_t length = (unsigned char)__VERIFIER_nondet_int();
        struct msg *m = calloc(1, sizeof *m + length);
        m->length = length;
        m->next = list;
        list = m;
    }
    unsigned sum = 0;
    for (struct msg *m = list; m; m = m->next) sum += m->data[m->length];
    while (list) {
        struct msg *m = list;
        list = m->next;
        free(m);
    }
    return sum == 3;
}
