// The first parameter is not read, but the second may point to its node.
struct node {
    struct node *next;
};

int f(struct node *list, void *any)
{
    struct node *node = any;
    if (node != 0)
        return 1;
    return 0;
}
