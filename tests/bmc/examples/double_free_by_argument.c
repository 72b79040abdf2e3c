// The example of the paper on LLBMC's memory model: a double free, unless the program has an argument.
// EXPECTED: violated double-free in line 22
// EXPECTED -m32: violated double-free in line 22
// EXPECTED --allocation-may-fail: violated invalid-dereference in line 13
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
    free(q);
    free(p);
    return 0;
}
