// UNSAFE: double-free in line 42
// (malloc is assumed to succeed)
/* Splits a class of pupils into two groups when it has grown too large. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CLASS_MAX 12

struct pupil {
    int number;
    int grade;
};

struct group {
    struct pupil **items;
    int used;
    int capacity;
};

static void group_init(struct group *g)
{
    g->capacity = 2;
    g->used = 0;
    g->items = malloc(g->capacity * sizeof(struct pupil *));
}

static void group_push(struct group *g, struct pupil *p)
{
    if (g->used == g->capacity) {
        g->capacity *= 2;
        g->items = realloc(g->items, g->capacity * sizeof(struct pupil *));
    }
    g->items[g->used] = p;
    g->used++;
}

static void group_destroy(struct group *g)
{
    for (int i = 0; i < g->used; i++)
        free(g->items[i]);
    free(g->items);
    g->items = NULL;
    g->used = g->capacity = 0;
}

/* Everybody from position n on goes to the other group. */
static void group_split(struct group *from, int n, struct group *to)
{
    for (int i = n; i < from->used; i++)
        group_push(to, from->items[i]);
}

static void group_print(const char *title, const struct group *g)
{
    printf("%s:", title);
    for (int i = 0; i < g->used; i++)
        printf(" %d(%d)", g->items[i]->number, g->items[i]->grade);
    printf("\n");
}

int main(void)
{
    struct group a, b;
    int n = __VERIFIER_nondet_int();

    if (n < 0)
        n = 0;
    if (n > 30)
        n = 30;
    group_init(&a);
    group_init(&b);
    for (int i = 0; i < n; i++) {
        struct pupil *p = malloc(sizeof *p);
        p->number = i + 1;
        p->grade = __VERIFIER_nondet_int();
        group_push(&a, p);
    }
    if (a.used > CLASS_MAX)
        group_split(&a, a.used / 2, &b);
    group_print("group A", &a);
    group_print("group B", &b);
    group_destroy(&a);
    group_destroy(&b);
    return 0;
}
