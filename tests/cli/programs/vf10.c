// UNSAFE line 49: double free
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { CELL_EMPTY, CELL_NUM, CELL_TEXT, CELL_REF } cell_kind;

typedef struct cell {
    int row;
    cell_kind kind;
    union {
        double num;
        char *text;
        const struct cell *ref;
    } v;
    struct cell *next;
} cell;

static cell *sheet;

static cell *cell_at(int row)
{
    cell *c;
    for (c = sheet; c; c = c->next)
        if (c->row == row)
            break;
    return c;
}

static cell *cell_insert(int row)
{
    cell *c = cell_at(row);
    if (c)
        return c;
    c = calloc(1, sizeof(cell));
    if (!c)
        return NULL;
    c->row = row;
    c->kind = CELL_EMPTY;
    c->next = sheet;
    sheet = c;
    return c;
}

static void cell_clear(cell *c)
{
    if (c->kind == CELL_TEXT)
        free(c->v.text);
    c->kind = CELL_EMPTY;
}

static void cell_paste(cell *dst, const cell *src)
{
    if (dst == src)
        return;
    cell_clear(dst);
    dst->kind = src->kind;
    dst->v = src->v;
}

int main(void)
{
    int op;

    while ((op = __VERIFIER_nondet_int()) > 0) {
        cell *c = cell_insert(__VERIFIER_nondet_int());
        if (!c)
            break;
        switch (op) {
        case 1:
            cell_clear(c);
            c->kind = CELL_NUM;
            c->v.num = 1.5;
            break;
        case 2: {
            char *s = strdup("total");
            if (s) {
                cell_clear(c);
                c->v.text = s;
                c->kind = CELL_TEXT;
            }
            break;
        }
        case 3: {
            cell *from = cell_at(__VERIFIER_nondet_int());
            if (from)
                cell_paste(c, from);
            break;
        }
        case 4:
            cell_clear(c);
            c->v.ref = sheet;
            c->kind = CELL_REF;
            break;
        default:
            cell_clear(c);
        }
    }

    while (sheet) {
        cell *c = sheet;
        sheet = c->next;
        cell_clear(c);
        free(c);
    }
    return 0;
}
