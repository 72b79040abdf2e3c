typedef struct node {
    struct node *n;
} Node;

void reverse(Node *x) {
    Node *y, *t;
n1: y = 0;
n2: while (x != 0) {
n3:     t = y;
n4:     y = x;
n5:     x = x->n;
n6:     y->n = 0;
n7:     y->n = t;
    }
n8: ;
}
