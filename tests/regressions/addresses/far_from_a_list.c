/* The address of a node is moved until it wraps: it leads nowhere into the list. */
int nondet(void);
void *malloc(unsigned long);
void free(void *);
struct node {
    struct node *next;
};
int main(void) {
    struct node *list = 0;
    while (nondet()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    struct node *far = list + 0x7fffffffffffffff;
    int same = far == list;
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return same;
}
