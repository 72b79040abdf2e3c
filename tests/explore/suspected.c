typedef struct node {
    struct node *n;
    int d;
} Node;

int found(Node *x, int k) {
    Node *t = x;
    int i = 0;
    while (t != 0 && i < k) {
        t = t->n;
        i++;
    }
    if (t == 0)
        return 0;
    return t->d;
}
