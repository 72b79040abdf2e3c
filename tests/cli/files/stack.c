#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node { struct node *n; } Node;

static Node *push(Node *top)
{
    Node *t = malloc(sizeof *t);
    t->n = top;
    return t;
}

int main(void)
{
    Node *top = NULL, *next;
    while (__VERIFIER_nondet_int())
        top = push(top);
    top = push(top);
    assert(top != NULL);
    while (top) {
        next = top->n;
        free(top);
        top = next;
    }
end:
    return 0;
}
