// A list of any length is sorted by merging its halves behind a header on the stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

static struct item *merged(struct item *left, struct item *right)
{
    struct item header, *last = &header;
    header.next = NULL;
    while (left && right) {
        if (left->key <= right->key) {
            last->next = left;
            left = left->next;
        } else {
            last->next = right;
            right = right->next;
        }
        last = last->next;
    }
    last->next = left ? left : right;
    return header.next;
}

static struct item *sorted(struct item *list)
{
    if (!list || !list->next)
        return list;
    struct item *half = list, *end = list->next;
    while (end && end->next) {
        half = half->next;
        end = end->next->next;
    }
    struct item *rest = half->next;
    half->next = NULL;
    return merged(sorted(list), sorted(rest));
}

int main(void)
{
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *new = malloc(sizeof *new);
        new->key = __VERIFIER_nondet_int();
        new->next = list;
        list = new;
    }
    list = sorted(list);
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
