#include <stdlib.h>

struct node {
    char letter;
    struct node *left, *right;
};

static struct node *leaf(char letter)
{
    struct node *node = calloc(1, sizeof *node);
    node->letter = letter;
    return node;
}

int count_words(void)
{
    struct node *root = leaf('a');
    int count = root->left == NULL;
    free(root);
    return count;
}
