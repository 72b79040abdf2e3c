/* Unknown: the function reaches the second block through the first, and may free it. */
struct node { int value; struct node *next; };
void *malloc(unsigned long size);
void free(void *block);
void show(struct node *node);
int main(void) {
    struct node *second = malloc(sizeof *second), *first = malloc(sizeof *first);
    second->value = 1;
    second->next = 0;
    first->value = 1;
    first->next = second;
    show(first);
    second->value = 2;
    return 0;
}
