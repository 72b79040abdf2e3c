// What the nodes say of the lengths of their texts is changed: it is not how long they are any more.
// TRUE: out-of-bounds in line 32
// In line 28 the length is right.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct node {
    unsigned length;
    char *text;
    struct node *next;
};

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_uint()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->length = 1 + (__VERIFIER_nondet_uint() & 15);
        node->text = calloc(node->length, 1);
        if (!node->text)
            abort();
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        node->text[node->length - 1]++;
    for (struct node *node = list; node; node = node->next)
        node->length++;
    for (struct node *node = list; node; node = node->next)
        node->text[node->length - 1]++;
    while (list) {
        struct node *next = list->next;
        free(list->text);
        free(list);
        list = next;
    }
    return 0;
}
