typedef struct node {
    struct node *n;
} Node;

void visited(Node *x) {
    (void)x;
}
