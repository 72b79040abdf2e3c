// SAFE
/* Priority queue (binary heap) of task pointers; grows on demand. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct task {
    int deadline;
    int id;
};

struct heap {
    struct task **v;
    int n, cap;
};

static void swap(struct task **a, struct task **b)
{
    struct task *t = *a;
    *a = *b;
    *b = t;
}

static bool heap_push(struct heap *h, struct task *t)
{
    if (h->n == h->cap) {
        int cap = h->cap == 0 ? 8 : h->cap * 2;
        struct task **v = realloc(h->v, cap * sizeof(struct task *));
        if (v == NULL)
            return false;
        h->v = v;
        h->cap = cap;
    }
    int i = h->n++;
    h->v[i] = t;
    while (i > 0 && h->v[(i - 1) / 2]->deadline > h->v[i]->deadline) {
        swap(&h->v[(i - 1) / 2], &h->v[i]);
        i = (i - 1) / 2;
    }
    return true;
}

static struct task *heap_pop(struct heap *h)
{
    if (h->n == 0)
        return NULL;
    struct task *top = h->v[0];
    h->v[0] = h->v[--h->n];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= h->n)
            break;
        if (c + 1 < h->n && h->v[c + 1]->deadline < h->v[c]->deadline)
            c++;
        if (h->v[i]->deadline <= h->v[c]->deadline)
            break;
        swap(&h->v[i], &h->v[c]);
        i = c;
    }
    return top;
}

int main(void)
{
    struct heap h = { NULL, 0, 0 };
    struct task *t;

    for (int id = 0; id < 300; id++) {
        int d = __VERIFIER_nondet_int();
        if (d < 0)
            break;
        if (d % 5 == 4) {
            t = heap_pop(&h);
            if (t != NULL) {
                printf("run %d (deadline %d)\n", t->id, t->deadline);
                free(t);
            }
            continue;
        }
        t = malloc(sizeof *t);
        if (t == NULL)
            break;
        t->deadline = d;
        t->id = id;
        if (!heap_push(&h, t)) {
            free(t);
            break;
        }
    }
    while ((t = heap_pop(&h)) != NULL) {
        printf("left over: %d (deadline %d)\n", t->id, t->deadline);
        free(t);
    }
    free(h.v);
    return 0;
}
