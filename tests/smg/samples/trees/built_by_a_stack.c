// Operands wait on a stack; they are returned by pointers to variables, whose old values do not matter.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum kind { NUM, NEG, ADD };
struct expr { enum kind kind; unsigned num; struct expr *l, *r; };
struct item { struct item *next; struct expr *e; };
static struct expr *mk(enum kind k, unsigned num, struct expr *l, struct expr *r)
{
    struct expr *e = malloc(sizeof *e);
    if (!e) abort();
    e->kind = k; e->num = num; e->l = l; e->r = r;
    return e;
}
static unsigned eval(const struct expr *e) {
    if (e->kind == NUM) return e->num;
    if (e->kind == NEG) return -eval(e->l);
    return eval(e->l) + eval(e->r);
}
static void release(struct expr *e) { if (!e) return; release(e->l); release(e->r); free(e); }
static struct item *push(struct item *s, struct expr *e) { struct item *i = malloc(sizeof *i); if (!i) abort(); i->e = e; i->next = s; return i; }
static struct item *pop(struct item *s, struct expr **e) { struct item *n = s->next; *e = s->e; free(s); return n; }
int main(void) {
    struct item *s = NULL; struct expr *a, *b; int t; unsigned sum = 0;
    while ((t = __VERIFIER_nondet_int()) != 0) {
        if (t == 1 && s) { s = pop(s, &a); s = push(s, mk(NEG, 0, a, NULL)); }
        else if (t == 2 && s && s->next) { s = pop(s, &b); s = pop(s, &a); s = push(s, mk(ADD, 0, a, b)); }
        else s = push(s, mk(NUM, (unsigned)t, NULL, NULL));
    }
    while (s) { s = pop(s, &a); sum += eval(a); release(a); }
    return sum & 1; }
