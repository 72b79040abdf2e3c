// UNSAFE line 30: invalid free
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_DEPTH 20u

enum change_type { CH_INSERT, CH_DELETE, CH_MOVE };

struct change {
    enum change_type type;
    struct change *older;
    union {
        long pos;                              /* CH_INSERT */
        struct { char *text; int len; } del;   /* CH_DELETE */
        struct { long from, to; } move;        /* CH_MOVE */
    } u;
};

struct history {
    struct change *top;
    unsigned depth;
};

static long cursor;

static void discard(struct change *c)
{
    if (c->type != CH_INSERT)
        free(c->u.del.text);
    free(c);
}

static struct change *record(struct history *h, enum change_type type)
{
    struct change *c;
    if (h->depth >= MAX_DEPTH)
        return NULL;
    c = malloc(sizeof(struct change));
    if (c == NULL)
        return NULL;
    c->type = type;
    c->older = h->top;
    h->top = c;
    h->depth++;
    return c;
}

static void do_insert(struct history *h)
{
    struct change *c = record(h, CH_INSERT);
    if (c != NULL)
        c->u.pos = cursor;
}

static void do_delete(struct history *h, int len)
{
    struct change *c;
    char *text;
    int i;

    if (len <= 0 || len > 40)
        return;
    text = malloc((size_t)len);
    if (text == NULL)
        return;
    for (i = 0; i < len; i++)
        text[i] = (char)('0' + i % 10);
    c = record(h, CH_DELETE);
    if (c == NULL) {
        free(text);
        return;
    }
    c->u.del.text = text;
    c->u.del.len = len;
}

static void do_move(struct history *h, int to)
{
    struct change *c = record(h, CH_MOVE);
    if (c == NULL)
        return;
    c->u.move.from = cursor;
    c->u.move.to = to;
    cursor = to;
}

int main(void)
{
    struct history h = { NULL, 0 };
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) > 0) {
        if (cmd == 1)
            do_insert(&h);
        else if (cmd == 2)
            do_delete(&h, __VERIFIER_nondet_int());
        else
            do_move(&h, cmd);
    }

    while (h.top != NULL) {
        struct change *c = h.top;
        h.top = c->older;
        h.depth--;
        discard(c);
    }
    return 0;
}
