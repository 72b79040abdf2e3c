// UNSAFE: NULL dereference in line 44
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct reading {
    int percent;
    struct reading *next;
};

struct log {
    struct reading *oldest;
    struct reading *newest;
    unsigned long entries;
};

static void log_add(struct log *lg, int percent)
{
    lg->entries++;
    if (percent < 0 || percent > 100)
        return; /* broken sensor, not recorded */

    struct reading *r = malloc(sizeof *r);
    r->percent = percent;
    r->next = NULL;
    if (lg->newest == NULL)
        lg->oldest = r;
    else
        lg->newest->next = r;
    lg->newest = r;
}

/* First of the last n readings; all readings if there are not that many. */
static struct reading *log_last(const struct log *lg, unsigned long n)
{
    struct reading *lead = lg->oldest;
    struct reading *follow = lg->oldest;

    if (n >= lg->entries)
        return lg->oldest;
    for (unsigned long i = 0; i < n; i++)
        lead = lead->next;
    while (lead != NULL) {
        lead = lead->next;
        follow = follow->next;
    }
    return follow;
}

static void log_clear(struct log *lg)
{
    while (lg->oldest != NULL) {
        struct reading *r = lg->oldest;
        lg->oldest = r->next;
        free(r);
    }
    lg->newest = NULL;
    lg->entries = 0;
}

int main(void)
{
    struct log lg = { NULL, NULL, 0 };

    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        if (n > 3) {
            const struct reading *r = log_last(&lg, (unsigned long)n);
            for (; r != NULL; r = r->next)
                printf("%d\n", r->percent);
        } else if (n == 3) {
            log_clear(&lg);
        } else {
            log_add(&lg, __VERIFIER_nondet_int());
        }
    }
    log_clear(&lg);
    return 0;
}
