#include <stdlib.h>
#include "stack.h"

static struct node *cons(struct node *rest, int value)
{
    struct node *fresh = malloc(sizeof *fresh);
    fresh->next = rest;
    fresh->value = value;
    //@ assert fresh->next == rest;
    return fresh;
}

void push(struct stack *stack, int value)
{
    stack->top = cons(stack->top, value);
}

int pop(struct stack *stack)
{
    struct node *first = stack->top;
    int value = first->value;
    stack->top = first->next;
    free(first);
    //@ assert stack->top == old(stack->top->next);
    return value;
}
