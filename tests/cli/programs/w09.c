// SAFE
// Argv turned into a list of number, word and flag tokens of different length.
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct token {
    enum { TOK_NUMBER, TOK_WORD, TOK_FLAG } type;
    struct token *next;
};
struct number_token { struct token tok; unsigned long value; };
struct word_token   { struct token tok; size_t length; char word[]; };
struct flag_token   { struct token tok; char letter; };

static struct token *scan(const char *arg)
{
    if (isdigit((unsigned char)arg[0])) {
        struct number_token *n = malloc(sizeof *n);
        if (n == NULL)
            return NULL;
        n->tok.type = TOK_NUMBER;
        n->value = strtoul(arg, NULL, 10);
        return &n->tok;
    }
    if (arg[0] == '-' && arg[1] != '\0') {
        struct flag_token *f = malloc(sizeof *f);
        if (f == NULL)
            return NULL;
        f->tok.type = TOK_FLAG;
        f->letter = arg[1];
        return &f->tok;
    }
    size_t len = strlen(arg);
    struct word_token *w = malloc(offsetof(struct word_token, word) + len + 1);
    if (w == NULL)
        return NULL;
    w->tok.type = TOK_WORD;
    w->length = len;
    memcpy(w->word, arg, len + 1);
    return &w->tok;
}

static void free_tokens(struct token *t)
{
    while (t != NULL) {
        struct token *dead = t;
        t = t->next;
        free(dead);
    }
}

int main(int argc, char *argv[])
{
    struct token *first = NULL, *last = NULL;
    unsigned long total = 0;
    int quiet = 0;

    for (int i = 1; i < argc; i++) {
        struct token *t = scan(argv[i]);
        if (t == NULL) {
            free_tokens(first);
            return EXIT_FAILURE;
        }
        t->next = NULL;
        if (last != NULL)
            last->next = t;
        else
            first = t;
        last = t;
    }
    for (struct token *t = first; t != NULL; t = t->next) {
        if (t->type == TOK_NUMBER) {
            total += ((struct number_token *)t)->value;
        } else if (t->type == TOK_FLAG) {
            quiet |= ((struct flag_token *)t)->letter == 'q';
        } else {
            struct word_token *w = (struct word_token *)t;
            for (size_t k = 0; k < w->length; k++)
                w->word[k] = (char)toupper((unsigned char)w->word[k]);
            if (!quiet)
                puts(w->word);
        }
    }
    printf("%lu\n", total);
    free_tokens(first);
    return EXIT_SUCCESS;
}
