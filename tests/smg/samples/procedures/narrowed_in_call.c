// What a function finds out of a number that it was given is known of the caller's copy, too, which belongs to what the call takes
// with it. What it does to a list that it was given is seen through all that leads there.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node { struct node *next; int value; };

static void not_negative(int number)
{
    if (number < 0)
        abort();
}

static void cut_off(struct node *node)
{
    free(node->next);
    node->next = NULL;
}

int main(void)
{
    int cells[4] = {0};
    int index = __VERIFIER_nondet_int();
    not_negative(index);
    if (index < 4)
        cells[index] = 1;
    struct node *first = calloc(1, sizeof *first);
    struct node *alone = malloc(sizeof *alone);
    if (!first || !alone)
        abort();
    alone->value = index;
    first->next = calloc(1, sizeof *first);
    struct node *also = first;
    cut_off(first);
    if (also->next || alone->value != index)
        reach_error();
    free(also);
    free(alone);
    return cells[0];
}
