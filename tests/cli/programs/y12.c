// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_VISITS 1000000

typedef struct { int month, day; } Date;

typedef struct Visit {
    Date when;
    size_t times;
    struct Visit *left, *right;
} Visit;

typedef struct Log {
    Visit *root;
    size_t days;        /* different dates */
    size_t visits;      /* all visits, counting every one on the same date */
} Log;

static int cmpDate(const Date *a, const Date *b)
{
    if (a->month != b->month) return a->month < b->month ? -1 : 1;
    return a->day < b->day ? -1 : a->day > b->day;
}

static Visit *record(Log *log, Visit *v, Date d)
{
    if (v == NULL) {
        v = malloc(sizeof(Visit));
        *v = (Visit) { d, 0, NULL, NULL };
        log->days++;
    }
    int c = cmpDate(&d, &v->when);
    if (c < 0)
        v->left = record(log, v->left, d);
    else if (c > 0)
        v->right = record(log, v->right, d);
    else if (log->visits < MAX_VISITS) {
        v->times++;
        log->visits++;
    }
    return v;
}

static Visit *erase(Log *log, Visit *v, Date d)
{
    if (v == NULL) return NULL;
    int c = cmpDate(&d, &v->when);
    if (c < 0)
        v->left = erase(log, v->left, d);
    else if (c > 0)
        v->right = erase(log, v->right, d);
    else {
        log->visits -= v->times;
        if (!v->left || !v->right) {
            Visit *rest = v->left ? v->left : v->right;
            log->days--;
            free(v);
            return rest;
        }
        Visit *m;
        for (m = v->right; m->left != NULL; m = m->left);
        v->when = m->when;
        v->times = m->times;
        m->times = 0;
        v->right = erase(log, v->right, v->when);
    }
    return v;
}

static size_t list(const Visit *v, Date *out, size_t n)
{
    if (v == NULL) return n;
    n = list(v->left, out, n);
    for (size_t i = 0; i < v->times; i++)
        out[n++] = v->when;
    return list(v->right, out, n);
}

static void burn(Visit *v)
{
    if (v == NULL) return;
    burn(v->left);
    burn(v->right);
    free(v);
}

int main(void)
{
    Log log = { NULL, 0, 0 };
    int cmd;
    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        Date d = { __VERIFIER_nondet_int(), 1 };
        d.day = __VERIFIER_nondet_int();
        log.root = cmd < 0 ? erase(&log, log.root, d) : record(&log, log.root, d);
    }
    if (log.visits > 0) {
        Date *all = malloc(log.visits * sizeof(Date));
        size_t n = list(log.root, all, 0);
        for (size_t i = 0; i < n; i++)
            printf("%d/%d\n", all[i].day, all[i].month);
        free(all);
    }
    burn(log.root);
    return 0;
}
