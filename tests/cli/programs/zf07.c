// UNSAFE line 55: use after free / double free
/* A file-system tree: an entry is a file with a size or a directory with a
   list of entries, and knows its parent.  Commands create entries, walk up
   and down, measure, move files up one level and remove whole entries. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

struct entry {
    enum { PLAIN, DIRECTORY } kind;
    int name;
    struct entry *parent, *next;
    union { unsigned long size; struct entry *first; } u;
};

static struct entry *create(struct entry *in, int kind, int name)
{
    struct entry *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->kind = kind;
    e->name = name;
    e->parent = in;
    e->next = NULL;
    if (kind == DIRECTORY) e->u.first = NULL;
    else e->u.size = (unsigned)input();
    if (in) {
        e->next = in->u.first;
        in->u.first = e;
    }
    return e;
}

static unsigned long usage(const struct entry *e)
{
    unsigned long sum = 1;
    if (e->kind == PLAIN)
        return e->u.size;
    for (e = e->u.first; e; e = e->next)
        sum += usage(e);
    return sum;
}

static struct entry *lookup(struct entry *dir, int name, struct entry **prev)
{
    struct entry *e = dir->u.first;
    *prev = NULL;
    for (; e && e->name != name; e = e->next) *prev = e;
    return e;
}

static void take_out(struct entry *e, struct entry *prev)
{
    if (prev)
        prev->next = e->next;
}

/* e is not in any list of entries */
static void destroy(struct entry *e)
{
    struct entry *const top = e;
    for (;;) {
        struct entry *up = e->parent;
        if (e->kind == DIRECTORY && e->u.first) {
            struct entry *child = e->u.first;
            e->u.first = child->next;
            e = child;
        } else if (e == top) {
            free(e);
            return;
        } else {
            free(e);
            e = up;
        }
    }
}

int main(void)
{
    struct entry *root = create(NULL, DIRECTORY, 0), *cwd = root, *e, *prev;
    int c;

    while ((c = input()) != 0) {
        int name = input();
        e = lookup(cwd, name, &prev);
        if (c == 1 && !e)
            create(cwd, PLAIN, name);
        else if (c == 2 && !e)
            create(cwd, DIRECTORY, name);
        else if (c == 3 && e && e->kind == DIRECTORY)
            cwd = e;
        else if (c == 4 && cwd->parent)
            cwd = cwd->parent;
        else if (c == 5 && e) {
            take_out(e, prev);
            destroy(e);
        } else if (c == 6 && e && e->kind == PLAIN && cwd->parent) {
            take_out(e, prev);
            e->parent = cwd->parent;
            e->next = e->parent->u.first;
            e->parent->u.first = e;
        } else if (c == 7)
            printf("%lu\n", usage(cwd));
    }
    destroy(root);
    return 0;
}
