// Operands in an array, as many as one of nine kinds has: the place of an element is no read of the array.
// SAFE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
enum kind { NUM, ADD, NEG, MUL, NOT, SUB, VAR, IF, NIL };
struct expr { enum kind kind; union { long num; struct expr *sub[3]; } u; };
static struct expr *node(enum kind k) { struct expr *e = malloc(sizeof *e); if (!e) abort(); e->kind = k; return e; }
static struct expr *parse(void)
{
    struct expr *e;
    int k = __VERIFIER_nondet_int();
    switch (k) {
    case ADD: case MUL: case SUB:
        e = node((enum kind)k); e->u.sub[0] = parse(); e->u.sub[1] = parse(); return e;
    case NEG: case NOT:
        e = node((enum kind)k); e->u.sub[0] = parse(); return e;
    case IF:
        e = node(IF); e->u.sub[0] = parse(); e->u.sub[1] = parse(); e->u.sub[2] = parse(); return e;
    case VAR: case NIL: return node((enum kind)k);
    default: e = node(NUM); e->u.num = k; return e;
    }
}
static void release(struct expr *e)
{
    switch (e->kind) {
    case NUM: case VAR: case NIL: break;
    case NEG: case NOT: release(e->u.sub[0]); break;
    case ADD: case MUL: case SUB: release(e->u.sub[0]); release(e->u.sub[1]); break;
    case IF: release(e->u.sub[0]); release(e->u.sub[1]); release(e->u.sub[2]); break;
    }
    free(e);
}
int main(void) { struct expr *e = parse(); release(e); return 0; }
