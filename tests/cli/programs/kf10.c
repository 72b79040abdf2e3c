// UNSAFE: uninitialised pointer is freed in line 49
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { CMD_INSERT, CMD_DELETE, CMD_MOVE } cmd_type;

typedef struct cmd {
    struct cmd *prev, *next;
    cmd_type type;
    int pos;
    char *text;
} cmd_t;

typedef struct { cmd_t *first, *last; } history_t;

static void record(history_t *h, cmd_type type, int len)
{
    cmd_t *c = (cmd_t *)malloc(sizeof(cmd_t));
    if (c == NULL) abort();
    c->type = type;
    c->pos = __VERIFIER_nondet_int();
    switch (type) {
    case CMD_INSERT:
    case CMD_DELETE:
        c->text = (char *)malloc((size_t)len + 1);
        if (c->text == NULL) abort();
        memset(c->text, 'a', (size_t)len);
        c->text[len] = '\0';
        break;
    case CMD_MOVE:
        break;
    }
    c->next = NULL;
    c->prev = h->last;
    if (h->last != NULL) h->last->next = c;
    else h->first = c;
    h->last = c;
}

static void undo(history_t *h)
{
    cmd_t *c = h->last;
    if (c == NULL) return;
    h->last = c->prev;
    if (h->last != NULL) h->last->next = NULL;
    else h->first = NULL;
    free(c->text);
    free(c);
}

int main(void)
{
    history_t h = { NULL, NULL };
    int op;

    while ((op = __VERIFIER_nondet_int()) != 0) {
        if (op == 1) {
            undo(&h);
        } else if (op == 2) {
            record(&h, CMD_MOVE, 0);
        } else {
            int len = __VERIFIER_nondet_int();
            if (len < 0 || len > 255) len = 255;
            record(&h, op % 2 ? CMD_INSERT : CMD_DELETE, len);
        }
    }
    while (h.first != NULL)
        undo(&h);
    return 0;
}
