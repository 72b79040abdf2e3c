typedef struct Node { struct Node *n; int d; } Node;
void f(Node *x, Node *y) {
M:  y = y;
}
