// SAFE
// (malloc is assumed to succeed)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct card { int face; struct card *up, *down; };
struct deck { struct card *top, *bottom; size_t cards; };

static void put_bottom(struct deck *d, struct card *c) {
    c->down = NULL;
    c->up = d->bottom;
    if (d->cards == 0) d->top = c;
    else d->bottom->down = c;
    d->bottom = c;
    d->cards++;
}

static struct card *take_top(struct deck *d) {
    struct card *c = d->top;
    d->top = c->down;
    if (--d->cards == 0) d->bottom = NULL;
    else d->top->up = NULL;
    return c;
}

static struct card *take_bottom(struct deck *d) {
    struct card *c = d->bottom;
    d->bottom = c->up;
    if (--d->cards == 0) d->top = NULL;
    else d->bottom->down = NULL;
    return c;
}

/* Keep the first n cards in d, move the others to an empty deck. */
static struct deck cut(struct deck *d, size_t n) {
    struct deck rest = { NULL, NULL, 0 };
    while (d->cards > n) {
        struct card *c = take_bottom(d);
        c->up = NULL;
        c->down = rest.top;
        if (rest.cards++ == 0) rest.bottom = c;
        else rest.top->up = c;
        rest.top = c;
    }
    return rest;
}

static void riffle(struct deck *d) {
    struct deck right = cut(d, d->cards / 2);
    struct deck left = *d;
    d->top = d->bottom = NULL;
    d->cards = 0;
    while (left.cards + right.cards > 0) {
        if (right.cards > 0) put_bottom(d, take_top(&right));
        if (left.cards > 0) put_bottom(d, take_top(&left));
    }
}

int main(void) {
    struct deck d = { NULL, NULL, 0 };
    while (__VERIFIER_nondet_int()) {
        int op = __VERIFIER_nondet_int();
        if (op > 1) {
            struct card *c = malloc(sizeof *c);
            c->face = op;
            put_bottom(&d, c);
        } else if (op == 1) {
            riffle(&d);
        } else if (op == 0 && d.cards > 0) {
            free(take_top(&d));
        } else if (d.cards > 0) {
            free(take_bottom(&d));
        }
    }
    while (d.cards)
        free(take_top(&d));
    return 0;
}
