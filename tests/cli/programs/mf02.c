// UNSAFE: leak of the timers in slot 0 in line 60
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 8

typedef struct timer {
    int id;
    unsigned rounds;
    struct timer *next;
} timer;

typedef struct {
    timer *slot[SLOTS];
    unsigned now;
} wheel;

static void arm(wheel *w, int id, unsigned delay) {
    timer *t = malloc(sizeof(timer));
    if (!t) abort();
    unsigned s = (w->now + delay) % SLOTS;
    t->id = id;
    t->rounds = delay / SLOTS;
    t->next = w->slot[s];
    w->slot[s] = t;
}

static int tick(wheel *w) {
    int fired = 0;
    timer **pp = &w->slot[w->now % SLOTS];
    while (*pp) {
        timer *t = *pp;
        if (t->rounds == 0) {
            fired = t->id;
            *pp = t->next;
            free(t);
        } else {
            t->rounds--;
            pp = &t->next;
        }
    }
    w->now++;
    return fired;
}

int main(void) {
    wheel w = { { NULL }, 0 };
    int fired = 0;

    for (int i = 0; i < SLOTS; i++)
        w.slot[i] = NULL;
    while (__VERIFIER_nondet_int()) {
        int d = __VERIFIER_nondet_int();
        if (d < 0)
            fired = tick(&w);
        else
            arm(&w, d, (unsigned)d);
    }
    for (int i = 1; i < SLOTS; i++) {
        while (w.slot[i]) {
            timer *t = w.slot[i];
            w.slot[i] = t->next;
            free(t);
        }
    }
    return fired != 0;
}
