// The example of the paper on LLBMC's memory model: a double free, unless the program has an argument. With a test before the
// first free there is none.
// EXPECTED: violated double-free in line 25
// EXPECTED -m32: violated double-free in line 25
// EXPECTED --allocation-may-fail: violated invalid-dereference in line 15
// EXPECTED -DTESTED: verified
// EXPECTED -DTESTED -m32: verified
#include <assert.h>
#include <stdlib.h>

struct S { int x; struct S *n; };

int main(int argc, char **argv) {
    struct S *p, *q;
    p = malloc(sizeof *p); p->x = 5;
    p->n = NULL;
    if (argc > 1) {
        q = malloc(sizeof *q); q->x = 5; q->n = p;
    } else q = p;
    assert(p->x + q->x == 10);
#ifdef TESTED
    if (q != p)
#endif
    free(q);
    free(p);
    return 0;
}
