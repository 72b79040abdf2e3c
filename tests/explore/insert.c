#include <stdlib.h>

typedef struct node {
    struct node *n;
    int data;
} Node;

Node *insert(Node *x, int a) {
    Node *t;
n1: t = malloc(sizeof(Node));
n2: t->data = a;
n3: t->n = x;
n4: x = t;
ne: return x;
}
