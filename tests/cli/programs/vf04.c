// UNSAFE line 41: invalid free
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define F_OWNED  0x01u
#define F_HIDDEN 0x02u

typedef struct column {
    unsigned flags;
    char *title;
    int width;
    struct column *next;
} column;

struct table {
    column *cols;
    unsigned ncols;
};

static char untitled[] = "untitled";

static int table_add(struct table *t, int width)
{
    column *c = malloc(sizeof(column));
    if (!c)
        return 0;
    c->flags = 0;
    c->title = untitled;
    c->width = width;
    c->next = t->cols;
    t->cols = c;
    t->ncols++;
    return 1;
}

static void col_drop_title(column *c)
{
    if (c->flags & F_OWNED)
        free(c->title);
    c->title = NULL;
}

static void col_reset(column *c)
{
    col_drop_title(c);
    c->title = untitled;
    c->width = 0;
    c->flags &= ~F_HIDDEN;
}

static int col_rename(column *c, const char *s)
{
    char *copy = strdup(s);
    if (!copy)
        return 0;
    col_drop_title(c);
    c->title = copy;
    c->flags |= F_OWNED;
    return 1;
}

static void table_destroy(struct table *t)
{
    while (t->cols) {
        column *c = t->cols;
        t->cols = c->next;
        col_drop_title(c);
        free(c);
    }
    t->ncols = 0;
}

int main(void)
{
    struct table t = { NULL, 0 };
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        if (cmd < 0) {
            if (!table_add(&t, -(cmd + 1)))
                break;
        } else if (t.cols) {
            switch (cmd) {
            case 1: col_rename(t.cols, "price"); break;
            case 2: col_rename(t.cols, "qty"); break;
            case 3: col_reset(t.cols); break;
            case 4: t.cols->flags |= F_HIDDEN; break;
            default: t.cols->width = cmd; break;
            }
        }
    }
    table_destroy(&t);
    return 0;
}
