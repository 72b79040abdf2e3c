// Two doubly linked lists that know their lengths: half of one moves to the other, and back. How many
// nodes there are is no state of the program, unless there are none.
// SAFE
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
struct card {
    struct card *up, *down;
};
struct deck {
    struct card *top, *bottom;
    unsigned long cards;
};
static void put(struct deck *d, struct card *c) {
    c->down = 0;
    c->up = d->bottom;
    if (d->cards == 0) d->top = c;
    else d->bottom->down = c;
    d->bottom = c;
    d->cards++;
}
static struct card *take(struct deck *d) {
    struct card *c = d->top;
    d->top = c->down;
    if (--d->cards == 0) d->bottom = 0;
    else d->top->up = 0;
    return c;
}
static struct card *take_bottom(struct deck *d) {
    struct card *c = d->bottom;
    d->bottom = c->up;
    if (--d->cards == 0) d->top = 0;
    else d->bottom->down = 0;
    return c;
}
int main(void) {
    struct deck d = {0, 0, 0};
    while (__VERIFIER_nondet_int()) {
        struct deck half = {0, 0, 0};
        put(&d, malloc(sizeof(struct card)));
        while (d.cards > half.cards) put(&half, take_bottom(&d));
        while (half.cards > 0) put(&d, take(&half));
        if (__VERIFIER_nondet_int() && d.cards > 0) free(take(&d));
    }
    while (d.cards > 0) free(take(&d));
    return 0;
}
