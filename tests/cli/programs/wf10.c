// UNSAFE line 54: the depth walk reads the child pointer of leaves, which are allocated shorter
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int input(void);

/* decision tree; leaves end behind the label, forks carry the rest */
struct tree {
    int is_leaf;
    unsigned label;
    unsigned feature, threshold;
    struct tree *yes, *no;
};

#define LEAF_SIZE offsetof(struct tree, feature)

static struct tree *leaf(unsigned label)
{
    struct tree *t = malloc(LEAF_SIZE);
    if (!t)
        abort();
    t->is_leaf = 1;
    t->label = label;
    return t;
}

static struct tree *fork_node(unsigned feature, struct tree *yes, struct tree *no)
{
    struct tree *t = malloc(sizeof *t);
    if (!t)
        abort();
    t->is_leaf = 0;
    t->label = 0;
    t->feature = feature;
    t->threshold = feature * 10;
    t->yes = yes;
    t->no = no;
    return t;
}

static struct tree *grow(unsigned level)
{
    int c = input();
    if (level == 0 || c <= 2)
        return leaf((unsigned)c);
    struct tree *yes = grow(level - 1);
    return fork_node((unsigned)c % 4u, yes, grow(level - 1));
}

static unsigned left_depth(const struct tree *t)
{
    unsigned d = 0;
    while (t->yes) {
        d++;
        t = t->yes;
    }
    return d;
}

static unsigned classify(const struct tree *t, const unsigned sample[4])
{
    while (!t->is_leaf)
        t = sample[t->feature] > t->threshold ? t->yes : t->no;
    return t->label;
}

static void fell(struct tree *t)
{
    if (!t->is_leaf) {
        fell(t->yes);
        fell(t->no);
    }
    free(t);
}

int main(void)
{
    unsigned sample[4] = { 5, 15, 25, 35 };
    struct tree *t = grow(10);

    if (classify(t, sample) > 1 && input() > 0)
        printf("depth %u\n", left_depth(t));
    sample[1] = 0;
    printf("class %u\n", classify(t, sample));
    fell(t);
    return 0;
}
