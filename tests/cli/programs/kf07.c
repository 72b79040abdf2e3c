// UNSAFE: failed assert in line 63
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum tok { T_NUM, T_IDENT, T_PLUS, T_LPAREN, T_RPAREN };

struct token {
    enum tok kind;
    int value;
    char *lexeme;                 /* set for identifiers only */
    struct token *next;
};

static char *lexeme_new(char first)
{
    char *s = malloc(2);
    if (s == NULL) abort();
    s[0] = first;
    s[1] = '\0';
    return s;
}

static struct token *lex(void)
{
    struct token *first = NULL, **end = &first;
    int c;

    while ((c = __VERIFIER_nondet_int()) != 0) {
        struct token *t = malloc(sizeof *t);
        if (t == NULL) abort();
        t->lexeme = NULL;
        t->value = 0;
        t->next = NULL;
        switch (c) {
        case 1: t->kind = T_PLUS; t->lexeme = lexeme_new('+'); break;
        case 2: t->kind = T_LPAREN; break;
        case 3: t->kind = T_RPAREN; break;
        case 4:
        case 5: t->kind = T_IDENT; t->lexeme = lexeme_new('x'); break;
        default: t->kind = T_NUM; t->value = c; break;
        }
        *end = t;
        end = &t->next;
    }
    return first;
}

int main(void)
{
    struct token *toks = lex(), *t;

    /* some identifiers turn out to be constants */
    for (t = toks; t; t = t->next) {
        if (t->kind == T_IDENT && __VERIFIER_nondet_int() > 3) {
            free(t->lexeme);
            t->lexeme = NULL;
            t->kind = T_NUM;
        }
    }
    for (t = toks; t; t = t->next)
        assert((t->kind == T_IDENT) == (t->lexeme != NULL));

    while ((t = toks) != NULL) {
        toks = t->next;
        free(t->lexeme);
        free(t);
    }
    return 0;
}
