// Tokens of three kinds, of which one has a text. The first node, which a variable leads to, is of any kind.
// SAFE
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct token { int kind; char *text; struct token *next; };
int main(void) {
    struct token *first = NULL, **end = &first, *t;
    int c;
    while ((c = __VERIFIER_nondet_int()) != 0) {
        t = malloc(sizeof *t);
        t->text = NULL;
        t->next = NULL;
        switch (c) {
        case 1: t->kind = 2; break;
        case 2: t->kind = 1; t->text = malloc(2); break;
        default: t->kind = 0;
        }
        *end = t;
        end = &t->next;
    }
    for (t = first; t; t = t->next) assert((t->kind == 1) == (t->text != NULL));
    while ((t = first) != NULL) {
        first = t->next;
        free(t->text);
        free(t);
    }
    return 0;
}
