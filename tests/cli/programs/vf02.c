// UNSAFE line 62: null dereference
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { T_IDENT, T_STRING, T_NUMBER, T_PUNCT } TokKind;

typedef struct Token Token;
struct Token {
    TokKind kind;
    int value;
    char *text;     /* only identifiers and strings have one */
    Token *next;
};

typedef struct {
    Token *first;
    Token **end;
} TokenList;

static char *scan_word(void)
{
    int c, n = 0;
    char *w = malloc(32);
    if (!w)
        return NULL;
    while (n < 31 && (c = __VERIFIER_nondet_int()) > 0)
        w[n++] = (char)('a' + c % 26);
    w[n] = '\0';
    return w;
}

static Token *new_token(TokKind kind)
{
    Token *t = calloc(1, sizeof(Token));
    if (!t)
        return NULL;
    t->kind = kind;
    if (kind == T_IDENT || kind == T_STRING) {
        t->text = scan_word();
        if (!t->text) {
            free(t);
            return NULL;
        }
    } else {
        t->value = __VERIFIER_nondet_int();
    }
    return t;
}

static void append(TokenList *l, Token *t)
{
    *l->end = t;
    l->end = &t->next;
}

static int is_private(const Token *t)
{
    if (t->kind == T_PUNCT)
        return 0;
    return t->text[0] == 'p';
}

int main(void)
{
    TokenList list;
    Token *t, *next;
    unsigned hidden = 0;

    list.first = NULL;
    list.end = &list.first;

    for (;;) {
        int k = __VERIFIER_nondet_int();
        if (k <= 0)
            break;
        t = new_token(k == 1 ? T_IDENT : k == 2 ? T_STRING :
                      k == 3 ? T_NUMBER : T_PUNCT);
        if (!t)
            break;
        append(&list, t);
    }

    for (t = list.first; t; t = t->next)
        if (is_private(t))
            hidden++;
    printf("%u private names\n", hidden);

    for (t = list.first; t; t = next) {
        next = t->next;
        free(t->text);
        free(t);
    }
    return 0;
}
