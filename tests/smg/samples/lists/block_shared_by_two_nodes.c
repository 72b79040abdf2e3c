// Two neighbours share a block, so a list of four nodes has two blocks. Merged nodes once shared all the same block.
// TRUE: memory-leak in line 26
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
struct node {
    struct node *next;
    long *shared;
};
static struct node *push(struct node *list, long *shared) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->shared = shared;
    return node;
}
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        long *shared = malloc(sizeof *shared);
        list = push(push(list, shared), shared);
    }
    if (list) {
        long *shared = list->shared;
        while (list) {
            struct node *next = list->next;
            free(list);
            list = next;
        }
        free(shared);
    }
    return 0;
}
