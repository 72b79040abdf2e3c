// As in texts_with_lengths.c, but one more byte is written than there is.
// TRUE: out-of-bounds in line 31
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
        unsigned length = __VERIFIER_nondet_uint();
        if (length == 0 || length > 1000)
            continue;
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->length = length;
        node->text = malloc(length);
        if (!node->text)
            abort();
        node->next = list;
        list = node;
    }
    for (struct node *node = list; node; node = node->next)
        for (unsigned i = 0; i <= node->length; i++)
            node->text[i] = 'a';
    while (list) {
        struct node *next = list->next;
        free(list->text);
        free(list);
        list = next;
    }
    return 0;
}
