struct node {
    int value;
    struct node *next;
};
int first(struct node *list)
{
    return list->value;
}
