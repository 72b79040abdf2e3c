// SAFE
/* Regular expressions in postfix: characters, concatenation, choice, star and
   plus.  Every node has a link that serves the operand stack and the list of
   nodes still to be freed.  A plus over a small operand is spelt out. */
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

enum op { CHAR, CAT, ALT, STAR, PLUS };

struct re {
    enum op op;
    char c;
    struct re *sub[2];
    struct re *link;
};

static struct re *mk(enum op op, struct re *a, struct re *b)
{
    struct re *r = calloc(1, sizeof *r);
    if (!r) abort();
    r->op = op;
    r->sub[0] = a; r->sub[1] = b;
    return r;
}

static size_t size(const struct re *r)
{
    return r ? 1 + size(r->sub[0]) + size(r->sub[1]) : 0;
}

static struct re *copy(const struct re *r)
{
    if (!r)
        return NULL;
    struct re *n = mk(r->op, copy(r->sub[0]), copy(r->sub[1]));
    n->c = r->c;
    return n;
}

static struct re *plus(struct re *r)
{
    if (size(r) > 20)
        return mk(PLUS, r, NULL);
    struct re *again = copy(r);
    return mk(CAT, r, mk(STAR, again, NULL));
}

static int nullable(const struct re *r)
{
    switch (r->op) {
    case CHAR: return 0;
    case CAT:  return nullable(r->sub[0]) && nullable(r->sub[1]);
    case ALT:  return nullable(r->sub[0]) || nullable(r->sub[1]);
    case STAR: return 1;
    case PLUS: return nullable(r->sub[0]);
    }
    return 0;
}

static void push(struct re **stack, struct re *r)
{
    r->link = *stack;
    *stack = r;
}

static struct re *pop(struct re **stack)
{
    struct re *r = *stack;
    *stack = r->link;
    r->link = NULL;
    return r;
}

static void free_all(struct re *todo)
{
    while (todo != NULL) {
        struct re *r = pop(&todo);
        for (int i = 0; i < 2; i++)
            if (r->sub[i] != NULL)
                push(&todo, r->sub[i]);
        free(r);
    }
}

int main(void)
{
    struct re *stack = NULL, *a, *b;
    int c;

    while ((c = input()) != 0) {
        if ((c == 1 || c == 2) && stack != NULL && stack->link != NULL) {
            b = pop(&stack);
            a = pop(&stack);
            push(&stack, mk(c == 1 ? CAT : ALT, a, b));
        } else if (c == 3 && stack != NULL) {
            push(&stack, mk(STAR, pop(&stack), NULL));
        } else if (c == 4 && stack != NULL) {
            push(&stack, plus(pop(&stack)));
        } else {
            a = mk(CHAR, NULL, NULL);
            a->c = (char)('a' + (unsigned)c % 26u);
            push(&stack, a);
        }
    }
    for (a = stack; a != NULL; a = a->link)
        printf("%d\n", nullable(a));
    free_all(stack);
    return 0;
}
