#include <stddef.h>

typedef struct node {
    struct node *n;
    int data;
} Node;

int count;
Node *next(Node *x);
int data(Node *x);
int half(int i);
int any(Node *x);
void check(int i);

int walk(Node *x) {
    if (x == NULL)
        return 0;
    check(count);
    int d = data(x);
    d = half(d);
    d = any(x);
    return walk(next(x));
}
