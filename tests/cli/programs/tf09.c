// UNSAFE: use after free (write) in line 68
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct dir {
    struct dir *parent, *child, *sibling;
    int visits;
};

static struct dir *dir_new(struct dir *parent)
{
    struct dir *d = malloc(sizeof(struct dir));
    if (!d)
        abort();
    d->parent = parent;
    d->child = NULL;
    d->sibling = NULL;
    d->visits = 0;
    if (parent) {
        d->sibling = parent->child;
        parent->child = d;
    }
    return d;
}

static void dir_unlink(struct dir *d)
{
    struct dir **pp = &d->parent->child;
    while (*pp != d)
        pp = &(*pp)->sibling;
    *pp = d->sibling;
}

static void dir_free(struct dir *d)
{
    struct dir *c = d->child;
    while (c) {
        struct dir *next = c->sibling;
        dir_free(c);
        c = next;
    }
    free(d);
}

static struct dir *choose(struct dir *c)
{
    while (c && c->sibling && __VERIFIER_nondet_int())
        c = c->sibling;
    return c;
}

int main(void)
{
    struct dir *root = dir_new(NULL), *cwd = root, *mark = NULL;
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        if (cmd == 1) {                     /* cd / */
            cwd = root;
        } else if (cmd == 2) {              /* cd into some child */
            if (cwd->child)
                cwd = choose(cwd->child);
        } else if (cmd == 3) {              /* bookmark */
            mark = cwd;
        } else if (cmd == 4) {              /* touch the bookmark */
            if (mark)
                mark->visits = cmd;
        } else if (cmd == 5 && cwd->child) { /* rm -r some child */
            struct dir *victim = choose(cwd->child);
            if (mark == victim)
                mark = NULL;
            dir_unlink(victim);
            dir_free(victim);
        } else {                            /* mkdir */
            dir_new(cwd);
        }
    }
    dir_free(root);
    return 0;
}
