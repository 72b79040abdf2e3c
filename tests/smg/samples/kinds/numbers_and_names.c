// Tokens that hold a number, or a name and its length.
// SAFE
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef struct expr { char op; struct expr *next; union { long val; struct { char *name; int len; } var; } u; } expr;
int main(void) {
    expr *stack = 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c == 0) break;
        expr *e = malloc(sizeof(expr));
        if (!e) abort();
        if (c > 0) { e->op = 'n'; e->u.val = c; }
        else { e->op = 'v'; e->u.var.len = 3; e->u.var.name = malloc(3); if (!e->u.var.name) abort(); e->u.var.name[2] = 0; }
        e->next = stack; stack = e;
    }
    while (stack) {
        expr *e = stack; stack = e->next;
        if (e->op == 'v') { assert(e->u.var.len == 3); free(e->u.var.name); } else assert(e->u.val > 0);
        free(e);
    }
    return 0;
}
