// SAFE
// DOM tree of element and text nodes, sibling lists, elements own an attribute chain.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

struct node { char is_text; struct node *sibling; };
struct text { struct node n; unsigned short len; char chars[]; };
struct attr { unsigned key; struct attr *next; };
struct element {
    struct node n;
    char tag[8];
    struct attr *attrs;
    struct node *first, *last;
};

static void die(void) { perror("dom"); exit(1); }

static struct node *text_new(unsigned len)
{
    struct text *t = malloc(sizeof *t + len);
    if (!t) die();
    t->n.is_text = 1;
    t->n.sibling = NULL;
    t->len = (unsigned short)len;
    memset(t->chars, 'a', len);
    return &t->n;
}

static struct element *element_new(const char *tag)
{
    struct element *e = calloc(1, sizeof *e);
    if (!e) die();
    snprintf(e->tag, sizeof e->tag, "%s", tag);
    for (int i = input() & 3; i > 0; i--) {
        struct attr *a = malloc(sizeof *a);
        if (!a) die();
        a->key = (unsigned)i;
        a->next = e->attrs;
        e->attrs = a;
    }
    return e;
}

static void append(struct element *parent, struct node *child)
{
    if (parent->last) parent->last->sibling = child;
    else parent->first = child;
    parent->last = child;
}

static void build(struct element *e, int depth)
{
    int c;
    while ((c = input()) > 0) {
        if (c > 3 || depth == 8) {
            append(e, text_new((unsigned)c % 200u));
        } else {
            struct element *k = element_new(c == 1 ? "p" : c == 2 ? "span" : "blockquote");
            append(e, &k->n);
            build(k, depth + 1);
        }
    }
}

static size_t destroy(struct node *n)
{
    size_t chars = 0;
    if (n->is_text) {
        chars = ((struct text *)n)->len;
    } else {
        struct element *e = (struct element *)n;
        for (struct node *k = e->first, *next; k; k = next) { next = k->sibling; chars += destroy(k); }
        for (struct attr *a = e->attrs, *next; a; a = next) { next = a->next; free(a); }
    }
    free(n);
    return chars;
}

int main(void)
{
    struct element *root = element_new("html");
    build(root, 0);
    printf("<%s> ", root->tag);
    printf("had %zu characters\n", destroy(&root->n));
    return 0;
}
