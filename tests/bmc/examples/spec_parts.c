// A path goes through a member of a record within a node, though the program never takes its address.
// EXPECTED --entry parts: violated shape in line 11
// EXPECTED --entry elements: violated shape in line 16
#include <stdlib.h>

struct node { int value; struct { int colour; struct node *link; } inner; };
struct row { int value; struct row *links[2]; };

void parts(struct node *x) {
    //@ assert x == NULL || !cyclic[;](x);
    x = NULL;
}

void elements(struct row *x) {
    //@ assert x == NULL || !reachp[;](x, x);
    x = NULL;
}
