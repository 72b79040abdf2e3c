// SAFE
/* Lisp cells: an atom holds a number, a pair holds two cells, NULL is the
   empty list.  Lists (possibly with a dotted atom at the end) are read,
   reversed in place, copied, added up and released. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

enum tag { ATOM, PAIR };
typedef struct cell *sexp;
struct cell {
    enum tag tag;
    union { unsigned number; struct { sexp car, cdr; } pair; } u;
};

static sexp cell(enum tag tag)
{
    sexp c = malloc(sizeof(struct cell));
    if (!c) abort();
    c->tag = tag;
    return c;
}

static sexp atom(unsigned n)
{
    sexp c = cell(ATOM);
    c->u.number = n;
    return c;
}

static sexp cons(sexp a, sexp d)
{
    sexp c = cell(PAIR);
    c->u.pair.car = a;
    c->u.pair.cdr = d;
    return c;
}

static sexp read_sexp(void)
{
    sexp list = NULL;
    int c = input();
    if (c == 0)
        return NULL;
    if (c < 0 || c > 3)
        return atom((unsigned)c);
    if (c == 3)                         /* dotted tail */
        list = atom((unsigned)input());
    do
        list = cons(read_sexp(), list);
    while (input() > 0);
    return list;
}

static sexp reverse(sexp c)
{
    sexp last = c, done;
    while (last != NULL && last->tag == PAIR)
        last = last->u.pair.cdr;
    done = last;
    while (c != last) {
        sexp next = c->u.pair.cdr;
        if (c->u.pair.car != NULL)
            c->u.pair.car = reverse(c->u.pair.car);
        c->u.pair.cdr = done;
        done = c;
        c = next;
    }
    return done;
}

static sexp copy(sexp c)
{
    if (c == NULL)
        return NULL;
    if (c->tag == ATOM)
        return atom(c->u.number);
    sexp a = copy(c->u.pair.car);
    return cons(a, copy(c->u.pair.cdr));
}

static unsigned sum(sexp c)
{
    unsigned s = 0;
    for (; c != NULL && c->tag == PAIR; c = c->u.pair.cdr)
        s += sum(c->u.pair.car);
    return c == NULL ? s : s + c->u.number;
}

static void release(sexp c)
{
    while (c != NULL && c->tag == PAIR) {
        sexp next = c->u.pair.cdr;
        sexp a = c->u.pair.car;
        if (a && a->tag == ATOM) free(a); else release(a);
        free(c);
        c = next;
    }
    free(c);
}

int main(void)
{
    sexp a = read_sexp();
    sexp b = reverse(copy(a));
    printf("%u %u\n", sum(a), sum(b));
    release(a);
    release(b);
    return 0;
}
