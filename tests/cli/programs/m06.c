// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum { MAXREC = 1000 };

struct rec {
    char *name;
    unsigned uses;
};

static struct rec *recs[MAXREC];
static struct rec *last;            /* the record used last, or NULL */

static char *copy(const char *s)
{
    char *d = malloc(strlen(s) + 1);
    if (!d) abort();
    return strcpy(d, s);
}

static void create(int i)
{
    struct rec *r = malloc(sizeof *r);
    if (!r) abort();
    r->name = copy("unnamed");
    r->uses = 0;
    recs[i] = r;
}

static void rename_rec(struct rec *r, const char *name)
{
    free(r->name);
    r->name = copy(name);
}

static void delete(int i)
{
    struct rec *r = recs[i];
    if (last == r)
        last = NULL;
    recs[i] = NULL;
    free(r->name);
    free(r);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i >= MAXREC)
            continue;
        if (!recs[i]) {
            create(i);
        } else if (__VERIFIER_nondet_int() > 4) {
            delete(i);
        } else {
            rename_rec(recs[i], "bob");
            last = recs[i];
        }
        if (last)
            last->uses++;
    }
    for (int i = 0; i < MAXREC; i++)
        if (recs[i])
            delete(i);
    return 0;
}
