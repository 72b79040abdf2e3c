// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define TOK_WORD  1
#define TOK_SPACE 2
#define TOK_NL    3

struct tok {
    int type;
    char *text;               /* NULL unless type == TOK_WORD */
    struct tok *prev, *next;
};

static struct tok *first, *last;

static struct tok *push_tok(int type, char *text)
{
    struct tok *t = malloc(sizeof(*t));
    if (!t) {
        free(text);
        return NULL;
    }
    t->type = type;
    t->text = text;
    t->next = NULL;
    t->prev = last;
    if (last)
        last->next = t;
    else
        first = t;
    last = t;
    return t;
}

static void drop_tok(struct tok *t)
{
    if (t->prev)
        t->prev->next = t->next;
    else
        first = t->next;
    if (t->next)
        t->next->prev = t->prev;
    else
        last = t->prev;
    free(t->text);
    free(t);
}

/* Join two neighbouring words into the left one. */
static int join(struct tok *a, struct tok *b)
{
    size_t la = strlen(a->text), lb = strlen(b->text);
    char *s = malloc(la + lb + 1);
    if (!s)
        return -1;
    memcpy(s, a->text, la);
    memcpy(s + la, b->text, lb + 1);
    free(a->text);
    a->text = s;
    drop_tok(b);
    return 0;
}

static int lex(void)
{
    int c;
    while ((c = __VERIFIER_nondet_int()) > 0) {
        if (c == 1) {
            if (!push_tok(TOK_SPACE, NULL))
                return -1;
        } else if (c == 2) {
            if (!push_tok(TOK_NL, NULL))
                return -1;
        } else {
            char *w = strdup(c % 2 ? "if" : "then");
            if (!w || !push_tok(TOK_WORD, w))
                return -1;
        }
    }
    return 0;
}

int main(void)
{
    struct tok *t;

    if (lex() == 0) {
        t = first;
        while (t && t->next) {
            struct tok *n = t->next;
            if (t->type == TOK_WORD && n->type == TOK_WORD) {
                if (join(t, n) < 0)
                    break;
            } else if (t->type == TOK_SPACE && n->type == TOK_SPACE) {
                drop_tok(n);
            } else {
                t = n;
            }
        }
    }

    while (first)
        drop_tok(first);
    return 0;
}
