// Puts a list behind another one by recursion: each call stores what the next one returns.
// Asked: no null dereference, the result is acyclic, nothing of either list is lost.
#include <stddef.h>

typedef struct Node {
    int data;
    struct Node *n;
} Node;

Node *recursive_append(Node *x, Node *y)
{
    if (x == NULL)
        return y;
    x->n = recursive_append(x->n, y);
    return x;
}
