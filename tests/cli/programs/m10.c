// SAFE
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct rec { int id; struct rec *peer; };

static struct rec *rec_new(int id)
{
    struct rec *r = malloc(sizeof(struct rec));
    if (r == NULL)
        abort();
    r->id = id;
    r->peer = NULL;
    return r;
}

/* squeeze out the empty places, return how many remain */
static int compact(struct rec **tab, int n)
{
    int m = 0;
    for (int i = 0; i < n; i++)
        if (tab[i] != NULL)
            tab[m++] = tab[i];
    return m;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 500)
        return 0;

    struct rec *tab[n];
    int order[n];

    for (int i = 0; i < n; i++) {
        tab[i] = __VERIFIER_nondet_int() ? rec_new(i) : NULL;
        order[i] = n - 1 - i;
    }

    int m = compact(tab, n);
    assert(m >= 0 && m <= n);

    for (int i = 0; i < m; i++) {
        tab[i]->id = order[i];
        if (i > 0)
            tab[i]->peer = tab[i - 1];
    }
    int sum = 0;
    for (int i = 0; i < m; i++)
        if (tab[i]->peer != NULL)
            sum ^= tab[i]->peer->id;

    for (int i = m - 1; i >= 0; i--)
        free(tab[i]);
    return sum == 3;
}
