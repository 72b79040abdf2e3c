#include "stack.h"

int sum(struct stack *stack)
{
    int sum = 0;
    for (struct node *node = stack->top; node; node = node->next)
        sum += node->value % 16;
    return sum;
}

int top_of_two(struct stack *stack)
{
    push(stack, 1);
    push(stack, 2);
    return pop(stack);
}
