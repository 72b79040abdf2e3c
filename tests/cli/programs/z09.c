// SAFE
/* Huffman coding: weights are read into a list of leaves ordered by weight,
   the two lightest trees are joined until one is left, the code lengths are
   printed, and a few symbols are decoded from input bits. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

struct tree {
    int is_leaf;
    unsigned weight;
    struct tree *next;          /* in the forest */
    union {
        int symbol;
        struct tree *child[2];
    } u;
};

static struct tree *forest;

static struct tree *new_tree(unsigned weight)
{
    struct tree *t = malloc(sizeof(struct tree));
    if (!t) exit(1);
    t->weight = weight;
    t->next = NULL;
    return t;
}

static void insert(struct tree *t)
{
    struct tree **p = &forest;
    while (*p != NULL && (*p)->weight < t->weight)
        p = &(*p)->next;
    t->next = *p;
    *p = t;
}

static struct tree *take(void)
{
    struct tree *t = forest;
    forest = t->next;
    t->next = NULL;
    return t;
}

static void lengths(const struct tree *t, unsigned n)
{
    if (t->is_leaf) {
        printf("%d: %u\n", t->u.symbol, n);
    } else {
        lengths(t->u.child[0], n + 1);
        lengths(t->u.child[1], n + 1);
    }
}

static int decode(const struct tree *t)
{
    while (!t->is_leaf)
        t = t->u.child[input() > 0];
    return t->u.symbol;
}

static void free_tree(struct tree *t)
{
    if (!t->is_leaf) {
        free_tree(t->u.child[0]);
        free_tree(t->u.child[1]);
    }
    free(t);
}

int main(void)
{
    int w;

    while ((w = input()) != 0) {
        struct tree *t = new_tree((unsigned)w % 1000u);
        t->is_leaf = 1;
        t->u.symbol = input();
        insert(t);
    }
    if (forest == NULL)
        return 0;
    while (forest->next != NULL) {
        struct tree *a = take();
        struct tree *b = take();
        struct tree *t = new_tree(a->weight + b->weight);
        t->is_leaf = 0;
        t->u.child[0] = a;
        t->u.child[1] = b;
        insert(t);
    }
    lengths(forest, 0);
    for (unsigned n = (unsigned)input() % 10u; n > 0; n--)
        printf("%d\n", decode(forest));
    free_tree(forest);
    return 0;
}
