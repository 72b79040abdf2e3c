// SAFE
/* Boolean formulas over 32 variables.  A formula is built in a loop from a
   running one, brought into negation normal form by rewriting in place, and
   evaluated under an assignment given as a bit mask. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef enum { VAR, NOT, AND, OR } op_t;

typedef struct form { op_t op; unsigned var; struct form *a, *b; } form;

static form *mk(op_t op, unsigned var, form *a, form *b)
{
    form *f = (form *)malloc(sizeof(form));
    if (!f)
        abort();
    *f = (form){ op, var, a, b };
    return f;
}

static form *variable(void) { return mk(VAR, (unsigned)input() & 31u, NULL, NULL); }

static form *read_form(void)
{
    form *f = variable();
    int c;

    while ((c = input()) != 0) {
        if (c == 1)
            f = mk(NOT, 0, f, NULL);
        else if (c == 2)
            f = mk(AND, 0, f, read_form());
        else if (c == 3)
            f = mk(OR, 0, read_form(), f);
        else if (c % 2)
            f = mk(AND, 0, variable(), f);
        else
            f = mk(OR, 0, f, variable());
    }
    return f;
}

static form *nnf(form *f)
{
    form *g;

    switch (f->op) {
    case VAR:
        break;
    case AND:
    case OR:
        f->a = nnf(f->a);
        f->b = nnf(f->b);
        break;
    case NOT:
        g = f->a;
        if (g->op == NOT) {
            free(f);
            f = g->a;
            free(g);
            return nnf(f);
        }
        if (g->op == AND || g->op == OR) {
            g->op = g->op == AND ? OR : AND;
            f->a = g->a;                /* the NOT moves to the left part */
            g->a = nnf(f);
            g->b = nnf(mk(NOT, 0, g->b, NULL));
            return g;
        }
        break;
    }
    return f;
}

static int holds(const form *f, unsigned mask)
{
    switch (f->op) {
    case VAR: return (int)(mask >> f->var & 1u);
    case NOT: return !holds(f->a, mask);
    case AND: return holds(f->a, mask) && holds(f->b, mask);
    default:  return holds(f->a, mask) || holds(f->b, mask);
    }
}

static void dispose(form *f)
{
    if (f->a) dispose(f->a);
    if (f->b) dispose(f->b);
    free(f);
}

int main(void)
{
    form *f = read_form();
    f = nnf(f);
    puts(holds(f, (unsigned)input()) ? "true" : "false");
    dispose(f);
    return 0;
}
