typedef struct Node { struct Node *n; int d; } Node;
void f(Node *x, Node *y) {
    int i = 7;
M:  i = i;
}
