// Merge sort from the bottom up: a list of runs, each a sorted list; two become one until there is only one.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

struct run {
    struct node *nodes;
    struct run *next;
};

static void add(struct run **runs)
{
    struct node *node = malloc(sizeof *node);
    struct run *run = malloc(sizeof *run);
    if (!node || !run)
        abort();
    node->key = __VERIFIER_nondet_int();
    node->next = NULL;
    run->nodes = node;
    run->next = *runs;
    *runs = run;
}

static struct node *merge(struct node *first, struct node *second)
{
    struct node *merged = NULL;
    struct node **end = &merged;
    while (first && second) {
        struct node **from = second->key < first->key ? &second : &first;
        *end = *from;
        end = &(*end)->next;
        *from = *end;
    }
    *end = first ? first : second;
    return merged;
}

// Merges the first run with the second, the third with the fourth, and so on.
static void merge_neighbours(struct run *run)
{
    while (run && run->next) {
        struct run *other = run->next;
        run->nodes = merge(run->nodes, other->nodes);
        run->next = other->next;
        free(other);
        run = run->next;
    }
}

int main(void)
{
    struct run *runs = NULL;
    while (__VERIFIER_nondet_int())
        add(&runs);
    while (runs && runs->next)
        merge_neighbours(runs);
    if (!runs)
        return 0;
    struct node *node = runs->nodes;
    free(runs);
    while (node) {
        struct node *next = node->next;
        free(node);
        node = next;
    }
    return 0;
}
