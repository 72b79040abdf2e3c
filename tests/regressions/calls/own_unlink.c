// This unlink is not that of the C library.
void *malloc(unsigned long);
void free(void *);
struct node { struct node *next; int value; };
void unlink(struct node *);

int main(void)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 0;
    node->next = 0;
    node->value = 1;
    unlink(node);
    int value = node->value;
    free(node);
    return value;
}
