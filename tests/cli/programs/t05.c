// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct job {
    int prio;
    char *name;
    struct job *l, *r;
};

static struct job *merge(struct job *a, struct job *b)
{
    struct job *t;
    if (!a) return b;
    if (!b) return a;
    if (b->prio < a->prio) {
        t = a;
        a = b;
        b = t;
    }
    t = merge(a->r, b);
    a->r = a->l;
    a->l = t;
    return a;
}

static struct job *job_new(int prio, size_t len)
{
    struct job *j = malloc(sizeof *j);
    if (!j) abort();
    j->name = malloc(len + 1);
    if (!j->name) abort();
    memset(j->name, 'x', len);
    j->name[len] = '\0';
    j->prio = prio;
    j->l = NULL;
    j->r = NULL;
    return j;
}

static void job_free(struct job *j)
{
    free(j->name);
    free(j);
}

static void job_run(struct job *j)
{
    if (j->prio < 0)
        return;             /* idle work is skipped */
    j->name[0] = '!';
    free(j->name);
    j->name = NULL;
}

static struct job *pop(struct job **heap)
{
    struct job *top = *heap;
    if (top) {
        *heap = merge(top->l, top->r);
        top->l = top->r = NULL;
    }
    return top;
}

int main(void)
{
    struct job *heap = NULL, *j;

    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int() > 0) {
            int len = __VERIFIER_nondet_int();
            if (len < 0) len = 0;
            heap = merge(heap, job_new(__VERIFIER_nondet_int(), len));
        } else if ((j = pop(&heap)) != NULL) {
            job_run(j);
            job_free(j);
        }
    }
    while ((j = pop(&heap)) != NULL)
        job_free(j);
    return 0;
}
