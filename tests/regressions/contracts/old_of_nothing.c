/* What is read of a new block at the call has no value: neither is to be believed. */
void *malloc(unsigned long size);
void free(void *block);
typedef struct node { struct node *n; int d; } Node;

int check(Node *x);

int f(void) {
    Node *x = malloc(sizeof(Node));
    if (x == 0)
        return 0;
    int i = check(x);
out:
    free(x);
    return i;
}
