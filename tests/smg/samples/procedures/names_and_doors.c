// A procedure that calls itself is called with an address that a variable holds, which a global may lead to or not. What leads into
// its memory then is a variable of the caller, or only an address in it: an end of the one call is none of the other.
// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static struct node *head;
static struct node **place;

static void walk(struct node *node)
{
    if (!node || !__VERIFIER_nondet_int())
        return;
    walk(node->next);
}

int main(void)
{
    struct node *list = NULL;
    struct node **last = &head;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        *last = node;
        last = &node->next;
    }
    list = head;
    if (__VERIFIER_nondet_int())
        place = &list;
    walk(list);
    return 0;
}
