// SAFE
/* A small imperative language: assignments, if with an optional else, while
   and sequences.  A program is built, tests that are constant are resolved,
   and the result is run for a limited number of steps. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

struct expr {
    enum { CONST, VARIABLE, MINUS } tag;
    union { unsigned num; unsigned var; struct { struct expr *l, *r; } bin; } u;
};
struct stmt {
    enum { SKIP, ASSIGN, IF, WHILE, SEQ } tag;
    union {
        struct { unsigned var; struct expr *rhs; } set;
        struct { struct expr *test; struct stmt *then, *other; } cond;
        struct { struct expr *test; struct stmt *body; } loop;
        struct { struct stmt *first, *second; } seq;
    } u;
};

static unsigned vars[8], steps = 500;

static void *xmalloc(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }

static struct expr *expression(void)
{
    struct expr *e = xmalloc(sizeof *e);
    switch (input()) {
    case 1: e->tag = VARIABLE; e->u.var = (unsigned)input() % 8; break;
    case 2:
        e->tag = MINUS;
        e->u.bin.l = expression();
        e->u.bin.r = expression();
        break;
    default: e->tag = CONST; e->u.num = (unsigned)input(); break;
    }
    return e;
}

static struct stmt *statement(void)
{
    struct stmt *s = xmalloc(sizeof *s);
    switch (input()) {
    case 1: s->tag = ASSIGN; s->u.set.var = (unsigned)input() % 8; s->u.set.rhs = expression(); break;
    case 2:
        s->tag = IF;
        s->u.cond.test = expression();
        s->u.cond.then = statement();
        s->u.cond.other = input() > 0 ? statement() : NULL;
        break;
    case 3: s->tag = WHILE; s->u.loop.test = expression(); s->u.loop.body = statement(); break;
    case 4: s->tag = SEQ; s->u.seq.first = statement(); s->u.seq.second = statement(); break;
    default: s->tag = SKIP; break;
    }
    return s;
}

static void free_expr(struct expr *e)
{
    if (e->tag == MINUS) { free_expr(e->u.bin.l); free_expr(e->u.bin.r); }
    free(e);
}

static void free_stmt(struct stmt *s)
{
    if (!s) return;
    switch (s->tag) {
    case SKIP: break;
    case ASSIGN: free_expr(s->u.set.rhs); break;
    case IF: free_expr(s->u.cond.test); free_stmt(s->u.cond.then); free_stmt(s->u.cond.other); break;
    case WHILE: free_expr(s->u.loop.test); free_stmt(s->u.loop.body); break;
    case SEQ: free_stmt(s->u.seq.first); free_stmt(s->u.seq.second); break;
    }
    free(s);
}

static struct stmt *resolve(struct stmt *s)
{
    if (s->tag == SEQ) { s->u.seq.first = resolve(s->u.seq.first); s->u.seq.second = resolve(s->u.seq.second); }
    if (s->tag == WHILE) s->u.loop.body = resolve(s->u.loop.body);
    if (s->tag != IF) return s;
    struct expr *t = s->u.cond.test;
    if (t->tag != CONST) return s;
    struct stmt *keep = t->u.num ? s->u.cond.then : s->u.cond.other;
    free_stmt(t->u.num ? s->u.cond.other : s->u.cond.then);
    free_expr(t);
    if (keep == NULL) { s->tag = SKIP; return s; }
    free(s);
    return resolve(keep);
}

static unsigned eval(const struct expr *e)
{
    return e->tag == CONST ? e->u.num : e->tag == VARIABLE ? vars[e->u.var] : eval(e->u.bin.l) - eval(e->u.bin.r);
}

static void run(const struct stmt *s)
{
    if (s->tag == ASSIGN) vars[s->u.set.var] = eval(s->u.set.rhs);
    else if (s->tag == IF && eval(s->u.cond.test)) run(s->u.cond.then);
    else if (s->tag == IF) { if (s->u.cond.other) run(s->u.cond.other); }
    else if (s->tag == WHILE) while (steps > 0 && eval(s->u.loop.test)) { steps--; run(s->u.loop.body); }
    else if (s->tag == SEQ) { run(s->u.seq.first); run(s->u.seq.second); }
}

int main(void) { struct stmt *p = resolve(statement()); run(p); printf("%u\n", vars[0]); free_stmt(p); return 0; }
