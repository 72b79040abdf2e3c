// The same with a test before the first free: no loop has to be cut.
// EXPECTED: verified
// EXPECTED -m32: verified
#include <assert.h>
#include <stdlib.h>

struct S { int x; struct S *n; };

int main(int argc, char **argv) {
    struct S *p, *q;
    p = malloc(sizeof *p);
    p->x = 5;
    p->n = NULL;
    if (argc > 1) {
        q = malloc(sizeof *q);
        q->x = 5;
        q->n = p;
    } else q = p;
    assert(p->x + q->x == 10);
    if (q != p) free(q);
    free(p);
    return 0;
}
