// SAFE
// (malloc is assumed to succeed)
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* An agenda: events in a tree by their begin (with the latest end below each
 * one), and in a list in the order in which they were entered. */
struct event {
    int begin, end;
    int latest;
    struct event *earlier, *later;
    struct event *next;
};

struct agenda {
    struct event *root;
    struct event *first, *last;
};

static struct event *tree_add(struct event *t, struct event *e)
{
    if (t == NULL)
        return e;
    if (e->end > t->latest)
        t->latest = e->end;
    if (e->begin < t->begin)
        t->earlier = tree_add(t->earlier, e);
    else
        t->later = tree_add(t->later, e);
    return t;
}

static void agenda_add(struct agenda *a, int begin, int end)
{
    struct event *e = malloc(sizeof *e);

    e->begin = begin;
    e->end = end;
    e->latest = end;
    e->earlier = NULL;
    e->later = NULL;
    e->next = NULL;
    a->root = tree_add(a->root, e);
    if (a->last != NULL)
        a->last->next = e;
    else
        a->first = e;
    a->last = e;
}

static struct event *agenda_clash(const struct agenda *a, int begin, int end)
{
    struct event *t = a->root;

    while (t != NULL) {
        if (t->begin <= end && begin <= t->end)
            return t;
        if (t->earlier != NULL && t->earlier->latest >= begin)
            t = t->earlier;
        else
            t = t->later;
    }
    return NULL;
}

static void tree_free(struct event *t)
{
    if (t != NULL) {
        tree_free(t->earlier);
        tree_free(t->later);
        free(t);
    }
}

int main(void)
{
    struct agenda a = { NULL, NULL, NULL };
    struct event *e;
    int refused = 0;

    while (__VERIFIER_nondet_int() != 0) {
        int begin = __VERIFIER_nondet_int();
        int end = __VERIFIER_nondet_int();

        if (begin > end)
            continue;
        e = agenda_clash(&a, begin, end);
        if (e != NULL && __VERIFIER_nondet_int() == 0) {
            printf("refused, there is %d..%d\n", e->begin, e->end);
            refused = 1;
        } else {
            agenda_add(&a, begin, end);
        }
    }
    for (e = a.first; e != NULL; e = e->next)
        printf("%d..%d\n", e->begin, e->end);
    tree_free(a.root);
    return refused;
}
