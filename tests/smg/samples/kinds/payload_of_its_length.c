// Messages that end in a payload, whose length they hold.
// SAFE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct msg { struct msg *next; size_t length; unsigned char data[]; };
int main(void) {
    struct msg *list = NULL;
    while (__VERIFIER_nondet_int()) {
        size_t length = (unsigned char)__VERIFIER_nondet_int();
        struct msg *m = malloc(sizeof *m + length);
        m->length = length;
        memset(m->data, 0, length);
        m->next = list;
        list = m;
    }
    unsigned sum = 0;
    for (struct msg *m = list; m; m = m->next) {
        for (size_t i = 0; i < m->length; i++) sum += m->data[i];
    }
    while (list) {
        struct msg *m = list;
        list = m->next;
        free(m);
    }
    return sum == 3;
}
