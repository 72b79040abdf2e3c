// Predicates of a specification on small heaps, as `//@` lines.
// EXPECTED --entry apart: verified
// EXPECTED --entry shared: violated shape in line 25
// EXPECTED --entry avoids: verified
// EXPECTED --entry freed: verified
// EXPECTED --entry undefined: violated shape in line 44
// EXPECTED --entry left_open: unknown, line 50: not followed: an assertion that is open
// EXPECTED --entry numbers: verified
// EXPECTED --entry assumed: verified
#include <stdlib.h>

struct node { struct node *next; int value; };

void apart(struct node *x, struct node *y) {
    //@ assume x != NULL && y != NULL && x->next == NULL && y->next == NULL && x != y;
    x = x;
    //@ assert !dshared[;next](x, y) && !reach[;next](x, y) && !cyclic[;next](x) && allocated(x);
    y = y;
}

void shared(struct node *x, struct node *y) {
    //@ assume x != NULL && y != NULL && x != y && x->next == y && y->next == NULL;
    x = x;
    //@ assert !dshared[;next](x, y);
    y = y;
}

void avoids(struct node *x, struct node *y) {
    //@ assume x != NULL && y != NULL && x->next == y && y->next == x;
    x = x;
    //@ assert reach[;next](x, y) && !reach[&x->next;next](x, y) || x == y;
    y = y;
}

void freed(struct node *x) {
    //@ assume x != NULL;
    free(x);
    //@ assert !allocated(x) && !(x->value == 1) && !(x->value != 1);
    ;
}

void undefined(struct node *x) {
    //@ assert x->value == 1 || x->value != 1;
    x = NULL;
}

void left_open(struct node *x) {
    int n;
    //@ assert n == 0 || x == NULL;
    n = 1;
}

void numbers(int a, unsigned b) {
    //@ assume a > 3 && a <= 5 && b < 2;
    a = a;
    //@ assert (a == 4 || a == 5) && b * b == b;
    a = a;
}

int assumed(struct node *x) {
    //@ assume x != NULL && x->next == x;
    x = x->next->next->next->next;
    return x->value;
}
