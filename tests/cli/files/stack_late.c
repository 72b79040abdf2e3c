#include <stdlib.h>

typedef struct node { struct node *n; } Node;

static Node *push(Node *top)
{
    Node *t = malloc(sizeof *t);
    t->n = top;
    return t;
}

int main(void)
{
    Node *top = NULL;
    int i;
    for (i = 0; i < 40; i++)
        top = push(top);
    while (top) {
        free(top);
        top = top->n;
    }
end:
    return 0;
}
