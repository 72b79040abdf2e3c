typedef struct node { struct node *n; } Node;

void endless(Node *x, Node *y) {
n1: while (x != 0) {
n2:     x = y;
n3:     y = x;
    }
ne: return;
}
