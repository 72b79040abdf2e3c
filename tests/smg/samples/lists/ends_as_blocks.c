// The first and the last node of a list are two blocks, or one: the analysis must not take them for one because they are one object
// of its graph. The same of where the first one ends, which may be where the last one starts.
// TRUE: invalid-dereference in line 35
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __CPROVER_same_object(const void *, const void *);

struct node {
    struct node *next, *back;
    char text[8];
};

static struct node *head, *last;

int main(void)
{
    struct node *second = calloc(1, sizeof *second);
    head = calloc(1, sizeof *head);
    head->next = second;
    second->back = head;
    last = second;
    while (__VERIFIER_nondet_int()) {
        struct node *node = calloc(1, sizeof *node);
        node->back = last;
        last->next = node;
        last = node;
    }
    int behind = 0;
    if (head + 1 == last)
        behind = 1;
    memcpy(head->text, last->text, sizeof head->text);
    if (!__CPROVER_same_object(head, last) && !behind)
        *(volatile int *)0 = 1;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
