// SAFE
// (malloc is assumed to succeed)
/* Postfix calculator: builds an expression tree with a stack of nodes. */
#include <stdio.h>
#include <stdlib.h>

#define STACK_MAX 16
#define INPUT_MAX 120

typedef struct expr {
    int op; /* 0 for a number */
    unsigned value;
    struct expr *left, *right;
} expr;

static expr *stack[STACK_MAX];
static int top = 0;

static expr *make(int op, unsigned value, expr *left, expr *right)
{
    expr *e = malloc(sizeof(expr));
    e->op = op;
    e->value = value;
    e->left = left;
    e->right = right;
    return e;
}

static unsigned eval(const expr *e)
{
    switch (e->op) {
    case '+': return eval(e->left) + eval(e->right);
    case '-': return eval(e->left) - eval(e->right);
    case '*': return eval(e->left) * eval(e->right);
    default:  return e->value;
    }
}

static void destroy(expr *e)
{
    if (e == NULL)
        return;
    destroy(e->left);
    destroy(e->right);
    free(e);
}

int main(void)
{
    int errors = 0;

    for (int i = 0; i < INPUT_MAX; i++) {
        int c = getchar();
        if (c == EOF || c == '\n')
            break;
        if (c >= '0' && c <= '9') {
            if (top == STACK_MAX) {
                errors++;
                continue;
            }
            stack[top++] = make(0, (unsigned)(c - '0'), NULL, NULL);
        } else if (c == '+' || c == '-' || c == '*') {
            if (top < 2) {
                errors++;
                continue;
            }
            expr *right = stack[--top];
            expr *left = stack[--top];
            stack[top++] = make(c, 0, left, right);
        } else if (c != ' ') {
            errors++;
        }
    }

    if (errors > 0)
        printf("%d errors\n", errors);
    if (top == 1)
        printf("= %u\n", eval(stack[0]));
    else
        printf("%d values left\n", top);

    while (top > 0)
        destroy(stack[--top]);
    return 0;
}
