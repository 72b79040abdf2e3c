// SAFE
/* Timers taken from a pool of fixed size; the pool counts its free cells. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define POOL_SIZE 6

struct timer {
    int ticks;
    struct timer *next;
};

struct pool {
    struct timer *cells;
    struct timer *free_list;
    int nfree;
};

static int pool_open(struct pool *p, int n)
{
    p->cells = malloc(n * sizeof(struct timer));
    if (p->cells == NULL)
        return -1;
    p->free_list = NULL;
    p->nfree = 0;
    for (int i = n - 1; i >= 0; i--) {
        p->cells[i].next = p->free_list;
        p->free_list = &p->cells[i];
        p->nfree++;
    }
    return 0;
}

static struct timer *pool_take(struct pool *p)
{
    struct timer *t = p->free_list;
    p->free_list = t->next;
    p->nfree--;
    return t;
}

static void pool_give(struct pool *p, struct timer *t)
{
    t->next = p->free_list;
    p->free_list = t;
    p->nfree++;
}

/* One tick for all active timers; expired ones return to the pool. */
static int tick(struct pool *p, struct timer **active)
{
    int expired = 0;
    while (*active != NULL) {
        struct timer *t = *active;
        if (t->ticks == 0) {
            *active = t->next;
            pool_give(p, t);
            expired++;
        } else {
            t->ticks--;
            active = &t->next;
        }
    }
    return expired;
}

int main(void)
{
    struct pool pool;
    struct timer *active = NULL;
    int rejected = 0;

    if (pool_open(&pool, POOL_SIZE) != 0) {
        fputs("cannot allocate the pool\n", stderr);
        return 1;
    }
    for (int now = 0; now < 100; now++) {
        int wish = __VERIFIER_nondet_int();
        if (wish < 0)
            break;
        if (wish > 0) {
            if (pool.nfree > 0) {
                struct timer *t = pool_take(&pool);
                t->ticks = wish % 10;
                t->next = active;
                active = t;
            } else {
                rejected++;
            }
        }
        int expired = tick(&pool, &active);
        if (expired > 0)
            printf("%3d: %d expired, %d free\n", now, expired, pool.nfree);
    }
    printf("%d running, %d rejected\n", POOL_SIZE - pool.nfree, rejected);
    free(pool.cells);
    return 0;
}
