// Messages whose text lies in the node itself if it is short, and in a block of its own if it is not.
// SAFE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct msg { struct msg *next; size_t len; unsigned char *body; unsigned char small[16]; };
int main(void) {
    struct msg *list = NULL;
    while (__VERIFIER_nondet_int()) {
        int len = __VERIFIER_nondet_int();
        if (len <= 0 || len > 4096) continue;
        struct msg *m = malloc(sizeof *m);
        m->len = len;
        m->body = len <= 16 ? m->small : malloc(len);
        memset(m->body, 1, m->len);
        m->next = list;
        list = m;
    }
    while (list) {
        struct msg *m = list;
        list = m->next;
        m->body[m->len - 1] = 0;
        if (m->body != m->small) free(m->body);
        free(m);
    }
    return 0;
}
