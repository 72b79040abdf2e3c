struct node {
    struct node *next;
    int value;
};

struct stack {
    struct node *top;
};

void push(struct stack *stack, int value);
int pop(struct stack *stack);
