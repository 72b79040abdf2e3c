// UNSAFE line 71: use after free
/* Document trees: elements with a doubly linked list of children, texts with
   a buffer, and comments.  Commands open and close elements and add texts and
   comments; neighbouring texts are joined, and an element can be unwrapped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

enum type { ELEMENT, TEXT, COMMENT };

struct dom {
    enum type type;
    struct dom *parent, *prev, *next;
    union {
        struct { struct dom *first, *last; } el;
        struct { char *data; size_t len; } text;
        int note;
    } u;
};

static struct dom *append(struct dom *parent, enum type type)
{
    struct dom *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->type = type;
    d->parent = parent;
    if (type == ELEMENT) d->u.el.first = d->u.el.last = NULL;
    if (parent) {
        d->prev = parent->u.el.last;
        if (d->prev) d->prev->next = d;
        else parent->u.el.first = d;
        parent->u.el.last = d;
    }
    return d;
}

static void set_text(struct dom *d, int c)
{
    d->u.text.len = 1 + (unsigned)c % 5u;
    d->u.text.data = malloc(d->u.text.len);
    if (!d->u.text.data) abort();
    memset(d->u.text.data, 'a' + c % 7, d->u.text.len);
}

static void detach(struct dom *d)
{
    if (d->prev) d->prev->next = d->next; else d->parent->u.el.first = d->next;
    if (d->next) d->next->prev = d->prev; else d->parent->u.el.last = d->prev;
}

static void discard(struct dom *d)
{
    if (d->type == TEXT) free(d->u.text.data);
    if (d->type == ELEMENT)
        for (struct dom *c = d->u.el.first, *n; c; c = n) { n = c->next; discard(c); }
    free(d);
}

static void unwrap(struct dom *e)               /* its children take its place */
{
    struct dom *f = e->u.el.first, *l = e->u.el.last;
    if (f == NULL) {
        detach(e);
    } else {
        for (struct dom *c = f; c; c = c->next) c->parent = e->parent;
        f->prev = e->prev;
        l->next = e->next;
        if (e->prev) e->prev->next = f; else e->parent->u.el.first = f;
        if (e->next) e->next->prev = l;
    }
    free(e);
}

static void tidy(struct dom *e)
{
    for (struct dom *c = e->u.el.first, *n; c; c = n) {
        n = c->next;
        if (c->type == ELEMENT) tidy(c);
        else if (c->type == COMMENT) { detach(c); discard(c); }
        else if (n && n->type == TEXT) {        /* the next one takes our text in front */
            size_t k = c->u.text.len, m = n->u.text.len;
            char *s = realloc(n->u.text.data, k + m);
            if (!s) abort();
            memmove(s + k, s, m);
            memcpy(s, c->u.text.data, k);
            n->u.text.data = s;
            n->u.text.len = k + m;
            detach(c);
            discard(c);
        }
    }
}

int main(void)
{
    struct dom *root = append(NULL, ELEMENT), *at = root, *d;
    for (int c = input(); c != 0; c = input()) {
        if (c == 1) at = append(at, ELEMENT);
        else if (c == 2 && at->parent) at = at->parent; else if (c == 3) append(at, COMMENT)->u.note = c;
        else if (c == 4) tidy(at);
        else if (c == 5 && at->parent) { d = at; at = at->parent; unwrap(d); }
        else if (c > 0) set_text(append(at, TEXT), c);
    }
    tidy(root);
    for (d = root->u.el.last; d; d = d->prev)
        if (d->type == TEXT) { fwrite(d->u.text.data, 1, d->u.text.len, stdout); putchar('\n'); }
    discard(root);
    return 0;
}
