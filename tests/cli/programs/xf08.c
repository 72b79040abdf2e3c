// BUG(out-of-bounds): line 25, when the list is already full (line 22 lets it through) the shift or the store writes one past the array
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct stop {
    int km;
    char name[12];
};

struct route {
    struct stop **stops;
    int n;
    int max;
};

static int insert_stop(struct route *r, struct stop *s)
{
    int i;

    if (r->n > r->max)
        return 0;
    for (i = r->n; i > 0 && r->stops[i - 1]->km > s->km; i--)
        r->stops[i] = r->stops[i - 1];
    r->stops[i] = s;
    r->n++;
    return 1;
}

static void remove_stop(struct route *r, int at)
{
    free(r->stops[at]);
    for (int i = at; i < r->n - 1; i++)
        r->stops[i] = r->stops[i + 1];
    r->n--;
}

int main(void)
{
    struct route r;
    int max = __VERIFIER_nondet_int();

    if (max < 2 || max > 20)
        return 1;
    r.stops = malloc(max * sizeof(struct stop *));
    if (r.stops == NULL)
        return 1;
    r.n = 0;
    r.max = max;

    for (int i = 0; i < 40; i++) {
        int km = __VERIFIER_nondet_int();
        if (km < 0) {
            if (r.n > 1)
                remove_stop(&r, r.n / 2);
            continue;
        }
        struct stop *s = malloc(sizeof *s);
        if (s == NULL)
            break;
        s->km = km;
        snprintf(s->name, sizeof s->name, "stop %d", i);
        if (!insert_stop(&r, s)) {
            printf("no room for %s\n", s->name);
            free(s);
            break;
        }
    }

    for (int i = 0; i < r.n; i++)
        printf("%6d km %s\n", r.stops[i]->km, r.stops[i]->name);
    for (int i = 0; i < r.n; i++)
        free(r.stops[i]);
    free(r.stops);
    return 0;
}
