#include <stddef.h>

struct node { struct node *next; int key; };
struct stack { struct node *top; int height; };

struct node *node_new(int key);
void node_free(struct node *x);
void report(const struct stack *s);

void push(struct stack *s, int key) {
    struct node *x = node_new(key);
    x->next = s->top;
    s->top = x;
    s->height = s->height + 1;
    report(s);
}

int pop(struct stack *s) {
    struct node *x = s->top;
    int key = x ? x->key : 0;
    if (x)
        s->top = x->next;
    node_free(x);
    return key;
}
