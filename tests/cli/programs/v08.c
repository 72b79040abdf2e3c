// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

typedef enum { U_NUMBER, U_TITLE, U_MARK } UndoKind;

typedef struct undo {
    UndoKind kind;
    union {
        int number;
        char *title;
    } old;
    struct undo *below;
} Undo;

static int   doc_number;
static char *doc_title;      /* may be NULL */

static Undo *undo_push(Undo **stack, UndoKind kind)
{
    Undo *u = malloc(sizeof(Undo));
    if (!u)
        return NULL;
    u->kind = kind;
    u->old.title = NULL;
    u->below = *stack;
    *stack = u;
    return u;
}

static void set_number(Undo **stack, int n)
{
    Undo *u = undo_push(stack, U_NUMBER);
    if (!u)
        return;
    u->old.number = doc_number;
    doc_number = n;
}

static void set_title(Undo **stack, const char *s)
{
    char *copy = strdup(s);
    Undo *u;
    if (!copy)
        return;
    u = undo_push(stack, U_TITLE);
    if (!u) {
        free(copy);
        return;
    }
    u->old.title = doc_title;
    doc_title = copy;
}

static void undo_one(Undo **from, Undo **to)
{
    Undo *u = *from;
    if (!u)
        return;
    *from = u->below;
    switch (u->kind) {
    case U_NUMBER: {
        int n = doc_number;
        doc_number = u->old.number;
        u->old.number = n;
        break;
    }
    case U_TITLE: {
        char *t = doc_title;
        doc_title = u->old.title;
        u->old.title = t;
        break;
    }
    case U_MARK:
        break;
    }
    u->below = *to;
    *to = u;
}

static void clear(Undo **stack)
{
    Undo *u;
    while ((u = *stack) != NULL) {
        *stack = u->below;
        if (u->kind == U_TITLE)
            free(u->old.title);
        free(u);
    }
}

int main(void)
{
    Undo *undo = NULL, *redo = NULL;
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        switch (cmd) {
        case 1: undo_one(&undo, &redo); break;
        case 2: undo_one(&redo, &undo); break;
        case 3: clear(&redo); set_title(&undo, "draft"); break;
        case 4: clear(&redo); set_title(&undo, "final version"); break;
        case 5: clear(&redo); undo_push(&undo, U_MARK); break;
        default: clear(&redo); set_number(&undo, cmd); break;
        }
    }
    clear(&undo);
    clear(&redo);
    free(doc_title);
    return 0;
}
