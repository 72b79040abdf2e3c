// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct edit { int ch; struct edit *next; };
struct editor { struct edit *undo, *redo; unsigned dirty; };

static void clear(struct edit **l)
{
    while (*l) {
        struct edit *e = *l;
        *l = e->next;
        free(e);
    }
}

static void transfer(struct edit **from, struct edit **to)
{
    struct edit *e = *from;
    if (!e)
        return;
    *from = e->next;
    e->next = *to;
    *to = e;
}

static void cmd_type(struct editor *ed)
{
    struct edit *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->ch = __VERIFIER_nondet_int();
    e->next = ed->undo;
    ed->undo = e;
    clear(&ed->redo);
    ed->dirty++;
}

static void cmd_undo(struct editor *ed) { transfer(&ed->undo, &ed->redo); }
static void cmd_redo(struct editor *ed) { transfer(&ed->redo, &ed->undo); }
static void cmd_save(struct editor *ed) { ed->dirty = 0; }
static void cmd_forget(struct editor *ed) { clear(&ed->undo); clear(&ed->redo); }

static void (*const commands[])(struct editor *) = {
    cmd_type, cmd_undo, cmd_redo, cmd_save, cmd_forget,
};
#define NCOMMANDS ((int)(sizeof commands / sizeof commands[0]))

int main(void)
{
    struct editor ed = { NULL, NULL, 0 };

    while (__VERIFIER_nondet_int()) {
        int c = __VERIFIER_nondet_int();
        if (c >= 0 && c < NCOMMANDS)
            commands[c](&ed);
    }
    cmd_forget(&ed);
    return ed.dirty != 0;
}
