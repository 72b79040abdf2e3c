/* Correct if the result is the argument or a part of it: no run shows that the block is lost. */
void *malloc(unsigned long size);
void free(void *block);
struct node { struct node *next; };
struct node *last(const struct node *list);
int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    struct node *end = last(list);
    list = 0;
    free(end);
    return 0;
}
