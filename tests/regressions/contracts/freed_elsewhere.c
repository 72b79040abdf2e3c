/* A list is freed node by node, and one node is looked at afterwards. */
typedef struct node { struct node *n; int d; } Node;

void node_free(Node *x);

int f(Node *x) {
    Node *first = x;
    while (x) {
        Node *next = x->n;
        node_free(x);
        x = next;
    }
done:
    return first ? first->d : 0;
}
