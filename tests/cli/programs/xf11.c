// BUG(double-free): line 39, drop_at leaves the last pointer behind the end and cleanup frees it a second time
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define SLOTS 10

struct outbox {
    char *msg[SLOTS];
    int n;
};

static void post(struct outbox *o, int number)
{
    if (o->n >= SLOTS)
        return;
    char *m = malloc(32);
    if (m == NULL)
        return;
    snprintf(m, 32, "message no. %d", number);
    o->msg[o->n] = m;
    o->n++;
}

static void drop_at(struct outbox *o, int at)
{
    if (at < 0 || at >= o->n)
        return;
    free(o->msg[at]);
    for (int i = at + 1; i < o->n; i++)
        o->msg[i - 1] = o->msg[i];
    o->n--;
}

static void cleanup(struct outbox *o)
{
    for (int i = 0; i < SLOTS; i++)
        free(o->msg[i]);
    free(o);
}

int main(void)
{
    struct outbox *o = malloc(sizeof *o);
    if (o == NULL)
        return 1;
    for (int i = 0; i < SLOTS; i++)
        o->msg[i] = NULL;
    o->n = 0;

    int steps = __VERIFIER_nondet_int();
    for (int i = 0; i < steps && i < 30; i++) {
        int cmd = __VERIFIER_nondet_int();
        if (cmd > 4)
            post(o, i);
        else
            drop_at(o, cmd);
    }
    for (int i = 0; i < o->n; i++)
        puts(o->msg[i]);
    cleanup(o);
    return 0;
}
