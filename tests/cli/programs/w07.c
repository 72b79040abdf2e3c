// SAFE
// Interpreter stack with call, block and try frames of three sizes, unwinding on throw.
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef enum { F_BLOCK, F_TRY, F_CALL } ftype;
typedef struct frame { ftype type; struct frame *below; } frame;
typedef struct { frame f; unsigned handler; } tryframe;
typedef struct { frame f; unsigned ret, nlocals; unsigned locals[]; } callframe;

static frame *top;

static void push_block(void)
{
    frame *f = malloc(sizeof(frame));
    if (!f) abort();
    f->type = F_BLOCK; f->below = top; top = f;
}

static void push_try(unsigned handler)
{
    tryframe *t = malloc(sizeof(tryframe));
    if (!t) abort();
    t->f.type = F_TRY; t->f.below = top; t->handler = handler;
    top = &t->f;
}

static void push_call(unsigned ret, unsigned n)
{
    callframe *c = malloc(sizeof(callframe) + n * sizeof(unsigned));
    if (!c) abort();
    c->f.type = F_CALL; c->f.below = top; c->ret = ret; c->nlocals = n;
    for (unsigned i = 0; i < n; i++) c->locals[i] = 0;
    top = &c->f;
}

static unsigned pop(unsigned pc)
{
    frame *f = top;
    if (!f) return pc;
    top = f->below;
    if (f->type == F_CALL) pc = ((callframe *)f)->ret;
    free(f);
    return pc;
}

static callframe *current_call(void)
{
    frame *f = top;
    while (f && f->type != F_CALL) f = f->below;
    return (callframe *)f;
}

static unsigned unwind(unsigned pc)
{
    while (top && top->type != F_TRY) pop(pc);
    if (!top) return 0;
    pc = ((tryframe *)top)->handler;
    pop(pc);
    return pc;
}

int main(void)
{
    unsigned pc = 1;
    callframe *c;
    int op;

    while (pc != 0 && (op = input()) != 0) {
        pc++;
        switch (op) {
        case 1: push_block(); break;
        case 2: push_try(pc + 10); break;
        case 3: case 4: push_call(pc, (unsigned)input() % 16u); break;
        case 5: pc = pop(pc); break;
        case 6:
            if ((c = current_call()) != NULL && c->nlocals > 0)
                c->locals[pc % c->nlocals] += pc;
            break;
        case 7: pc = unwind(pc); break;
        default: break;
        }
    }
    if ((c = current_call()) != NULL && c->nlocals != 0)
        printf("local0 = %u\n", c->locals[0]);
    while (top) pc = pop(pc);
    printf("pc = %u\n", pc);
    return 0;
}
