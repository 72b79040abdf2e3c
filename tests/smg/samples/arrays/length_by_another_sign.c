// A length that is read as an unsigned number is another number: it says nothing of the block any more.
// TRUE: out-of-bounds in line 24
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int length;
    char *text;
};

int main(void)
{
    int length = __VERIFIER_nondet_int();
    if (length < -5 || length > 100)
        return 0;
    struct node *node = malloc(sizeof *node);
    node->length = length;
    node->text = malloc(length + 10);
    length = 0;
    for (int turn = 20; turn < 100; turn++)
        ;
    unsigned read = *(unsigned *)&node->length;
    node->text[9] = read > 0;
    free(node->text);
    free(node);
    return 0;
}
