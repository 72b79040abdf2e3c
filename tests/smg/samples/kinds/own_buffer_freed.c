// As in own_buffer.c, but a text of 16 bytes, which lies in the node, is freed.
// TRUE: invalid-free in line 21
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct msg { struct msg *next; size_t len; unsigned char *body; unsigned char small[16]; };
int main(void) {
    struct msg *list = NULL;
    while (__VERIFIER_nondet_int()) {
        int len = __VERIFIER_nondet_int();
        if (len <= 0 || len > 32) continue;
        struct msg *m = malloc(sizeof *m);
        m->len = len;
        m->body = len <= 16 ? m->small : malloc(len);
        m->next = list;
        list = m;
    }
    while (list) {
        struct msg *m = list;
        list = m->next;
        m->body[m->len - 1] = 0;
        if (m->len >= 16) free(m->body);
        free(m);
    }
    return 0;
}
