// Nodes that grow: each is larger than the one before, and a link lies in all of them. The list is lost at the end.
// TRUE: memory-leak in line 12
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { struct n *x; };
int main(void)
{
    struct n *h = 0, *q;
    unsigned s = 16;
    while (__VERIFIER_nondet_int()) { q = malloc(s); q->x = h; h = q; s += 8; }
    return 0;
}
