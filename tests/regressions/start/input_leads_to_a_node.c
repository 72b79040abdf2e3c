// The parameter is not read, but the program takes a pointer that may lead to its node.
struct node {
    struct node *next;
};

struct node *__VERIFIER_nondet_node(void);

int f(struct node *list)
{
    struct node *node = __VERIFIER_nondet_node();
    if (node != 0)
        return 1;
    return 0;
}
