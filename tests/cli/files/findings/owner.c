/* A node is freed before what it owns, and a list when it is not used any more. */
#include <stdlib.h>

struct node { int number; int *owned; };

static int *given(void)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    return block;
}

static void forgotten(void)
{
    int *block = given();
    *block = 2;
}

int main(void)
{
    struct node *node = malloc(sizeof *node);
    node->owned = given();
    free(node);
    forgotten();
    int *inner = NULL;
    {
        int number = 3;
        inner = &number;
    }
    return *inner;
}
