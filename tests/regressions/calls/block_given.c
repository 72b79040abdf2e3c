/* Unknown: the function may free the block that it gets, or leave it as it is. */
struct node { int value; struct node *next; };
void *malloc(unsigned long size);
void free(void *block);
void show(struct node *node);
int main(void) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = 0;
    show(node);
    node->value = 2;
    free(node);
    return 0;
}
