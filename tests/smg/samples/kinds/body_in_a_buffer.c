// Messages whose body lies in a buffer of their own, to which a second pointer leads, or in one that all share.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct buf { int refs; char bytes[16]; };
static char none[1];
struct msg { struct msg *next; char *body; struct buf *owner; };
int main(void) {
    struct msg *q = NULL, **end = &q;
    while (__VERIFIER_nondet_int()) {
        struct msg *m = malloc(sizeof *m);
        if (m == NULL) break;
        if (__VERIFIER_nondet_int() > 3) { struct buf *b = malloc(sizeof *b); if (!b) { free(m); break; } b->refs = 1; m->owner = b; m->body = b->bytes; m->body[2] = 'x'; }
        else { m->owner = NULL; m->body = none; }
        m->next = NULL; *end = m; end = &m->next;
    }
    for (struct msg *m = q; m; m = m->next) m->body[0] = 0;
    while (q) { struct msg *m = q; q = m->next; if (m->owner) { if (--m->owner->refs == 0) free(m->owner); } free(m); }
    return 0;
}
