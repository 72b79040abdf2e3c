// SAFE
// (malloc is assumed to succeed)
/* Counting-out rhyme: children in a circle, every k-th one leaves. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct child {
    int number;
    struct child *left;
    struct child *right;
} child;

typedef struct {
    child *current;
    int size;
} circle;

static void circle_join(circle *c, int number)
{
    child *k = malloc(sizeof *k);
    k->number = number;
    if (c->size == 0) {
        k->left = k;
        k->right = k;
        c->current = k;
    } else {
        /* last in the circle: to the left of the current child */
        k->right = c->current;
        k->left = c->current->left;
        k->left->right = k;
        k->right->left = k;
    }
    c->size++;
}

/* The current child leaves, its right neighbour becomes current. */
static int circle_leave(circle *c)
{
    child *k = c->current;
    int number = k->number;

    k->left->right = k->right;
    k->right->left = k->left;
    c->current = k->right;
    c->size--;
    free(k);
    return number;
}

static int clamp(int x, int lo, int hi)
{
    if (x < lo)
        return lo;
    if (x > hi)
        return hi;
    return x;
}

int main(void)
{
    circle ring = { NULL, 0 };
    int n = clamp(__VERIFIER_nondet_int(), 1, 25);
    int k = clamp(__VERIFIER_nondet_int(), 1, 10);

    for (int i = 1; i <= n; i++)
        circle_join(&ring, i);

    while (ring.size > 1) {
        for (int step = 1; step < k; step++)
            ring.current = ring.current->right;
        printf("%d ", circle_leave(&ring));
    }
    printf("\nwinner: %d\n", ring.current->number);
    circle_leave(&ring);
    return 0;
}
