// SAFE
/* Tasks in a binary heap of pointers; finished tasks go to a done list. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task {
    int prio;
    int ndeps;
    int *deps;
};

static struct task *make_task(int prio, int ndeps)
{
    struct task *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    t->deps = malloc(sizeof(int) * (ndeps + 1));
    if (!t->deps) {
        free(t);
        return NULL;
    }
    t->prio = prio;
    t->ndeps = ndeps;
    for (int i = 0; i < ndeps; i++)
        t->deps[i] = prio - i % 2;
    return t;
}

static void sift_up(struct task **heap, int i)
{
    while (i > 0 && heap[(i - 1) / 2]->prio > heap[i]->prio) {
        struct task *t = heap[i];
        heap[i] = heap[(i - 1) / 2];
        heap[(i - 1) / 2] = t;
        i = (i - 1) / 2;
    }
}

static struct task *pop(struct task **heap, int *n)
{
    struct task *top = heap[0];
    heap[0] = heap[--*n];
    for (int i = 0;;) {
        int c = 2 * i + 1;
        if (c >= *n)
            break;
        if (c + 1 < *n && heap[c + 1]->prio < heap[c]->prio)
            c++;
        if (heap[i]->prio <= heap[c]->prio)
            break;
        struct task *t = heap[i];
        heap[i] = heap[c];
        heap[c] = t;
        i = c;
    }
    return top;
}

int main(void)
{
    int total = __VERIFIER_nondet_int(), n = 0, ndone = 0;
    if (total < 1 || total > 32)
        return 0;
    struct task **heap = malloc(total * sizeof *heap);
    struct task **done = malloc(total * sizeof *done);
    if (!heap || !done)
        goto end;

    for (int i = 0; i < total; i++) {
        int prio = __VERIFIER_nondet_int() % 100;
        int ndeps = __VERIFIER_nondet_int();
        if (ndeps < 0 || ndeps > 6)
            ndeps = 0;
        struct task *t = make_task(prio, ndeps);
        if (!t)
            break;
        heap[n++] = t;
        sift_up(heap, n - 1);
        if (n > 4 || (i & 3) == 3)
            done[ndone++] = pop(heap, &n);
    }
    while (n > 0)
        done[ndone++] = pop(heap, &n);
    for (int i = 0; i < ndone; i++)
        printf("%d (%d)\n", done[i]->prio,
               done[i]->ndeps > 0 ? done[i]->deps[done[i]->ndeps - 1] : 0);
end:
    for (int i = 0; i < ndone; i++) {
        free(done[i]->deps);
        free(done[i]);
    }
    free(done);
    free(heap);
    return 0;
}
