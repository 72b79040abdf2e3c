// UNSAFE line 90: heap overflow
/* Expression nodes of different sizes that share a header with the kind.
   Trees are built bottom-up by a stack machine whose stack is an array that
   grows; at the end every tree left on the stack is evaluated and freed. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

enum { K_NUM, K_UNARY, K_BINARY, K_COND };

struct node { int kind; };
struct num { struct node head; unsigned long value; };
struct unary { struct node head; char op; struct node *arg; };
struct binary { struct node head; char op; struct node *arg[2]; };
struct cond { struct node head; struct node *test, *yes, *no; };

static struct node **stack;
static size_t depth, room;

static void *node(int kind, size_t size)
{
    struct node *n = malloc(size);
    if (n == NULL)
        exit(EXIT_FAILURE);
    n->kind = kind;
    return n;
}

static void push(void *n)
{
    if (depth == room) {
        struct node **bigger = realloc(stack, (2 * room + 4) * sizeof *stack);
        if (bigger == NULL)
            exit(EXIT_FAILURE);
        stack = bigger;
        room = 2 * room + 4;
    }
    stack[depth++] = n;
}

static struct node *pop(void) { return stack[--depth]; }

static unsigned long eval(const struct node *n)
{
    if (n->kind == K_NUM) return ((const struct num *)n)->value;
    if (n->kind == K_UNARY) {
        const struct unary *u = (const struct unary *)n;
        return u->op == '-' ? 0 - eval(u->arg) : !eval(u->arg);
    }
    if (n->kind == K_BINARY) {
        const struct binary *b = (const struct binary *)n;
        unsigned long x = eval(b->arg[0]), y = eval(b->arg[1]);
        return b->op == '+' ? x + y : y == 0 ? 0 : x / y;
    }
    const struct cond *c = (const struct cond *)n;
    return eval(c->test) ? eval(c->yes) : eval(c->no);
}

static void free_node(struct node *n)
{
    switch (n->kind) {
    case K_UNARY: free_node(((struct unary *)n)->arg); break;
    case K_BINARY:
        free_node(((struct binary *)n)->arg[0]);
        free_node(((struct binary *)n)->arg[1]);
        break;
    case K_COND:
        free_node(((struct cond *)n)->test);
        free_node(((struct cond *)n)->yes);
        free_node(((struct cond *)n)->no);
        break;
    }
    free(n);
}

int main(void)
{
    for (int c = input(); c != 0; c = input()) {
        if (c == 2 && depth >= 1) {
            struct unary *u = node(K_UNARY, sizeof *u);
            u->op = input() > 0 ? '-' : '!';
            u->arg = pop(); push(u);
        } else if (c == 3 && depth >= 2) {
            struct binary *b = node(K_BINARY, sizeof *b);
            b->op = input() > 0 ? '+' : '/';
            b->arg[1] = pop(); b->arg[0] = pop();
            push(b);
        } else if (c == 4 && depth >= 3) {
            struct cond *k = node(K_COND, sizeof(struct binary));
            k->no = pop();
            k->yes = pop();
            k->test = pop();
            push(k);
        } else {
            struct num *v = node(K_NUM, sizeof *v);
            v->value = (unsigned long)c;
            push(v);
        }
    }
    while (depth > 0) {
        struct node *n = pop();
        printf("%lu\n", eval(n));
        free_node(n);
    }
    free(stack);
    return 0;
}
