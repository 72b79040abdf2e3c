typedef struct node {
    struct node *n;
} Node;

/* Comes to its end with NULL only. */
void waiting(Node *h) {
    while (h != 0) {
    }
}
