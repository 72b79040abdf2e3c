#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
    int number;
};

// A square is never 3 modulo 4, so that the block is freed in every run, and `node` is not NULL.
int main(void)
{
    struct node *node = NULL;
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    if (n * n % 4 != 3) {
        node = malloc(sizeof *node);
        free(node);
    }
    node->number = 1;
    return 0;
}
