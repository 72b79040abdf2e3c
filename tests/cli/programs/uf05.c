// UNSAFE: double free in line 22
// (malloc is assumed to succeed)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct step {
    int from, to;
} step;

/* steps [0, pos) are done, steps [pos, count) can be redone */
typedef struct history {
    step **steps;
    size_t pos;
    size_t count;
    size_t cap;
} history;

static void drop_range(history *h, size_t begin, size_t end)
{
    while (begin < end)
        free(h->steps[--end]);
}

static void record(history *h, int from, int to)
{
    step *s = malloc(sizeof *s);
    s->from = from;
    s->to = to;

    drop_range(h, h->pos, h->count);
    if (h->pos == h->cap) {
        h->cap = h->cap * 2 + 4;
        h->steps = realloc(h->steps, h->cap * sizeof *h->steps);
        if (h->steps == NULL)
            abort();
    }
    h->steps[h->pos++] = s;
    if (h->count < h->pos)
        h->count = h->pos;
}

static size_t undo(history *h, size_t n)
{
    if (n > h->pos)
        n = h->pos;
    h->pos -= n;
    return n;
}

static size_t redo(history *h, size_t n)
{
    size_t left = h->count - h->pos;
    if (n > left)
        n = left;
    h->pos += n;
    return n;
}

int main(void)
{
    history h = { NULL, 0, 0, 0 };
    int value = 0;

    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        int cmd = __VERIFIER_nondet_int();
        if (cmd == 1 && n > 0) {
            undo(&h, (size_t)n);
        } else if (cmd == 2 && n > 0) {
            redo(&h, (size_t)n);
        } else {
            record(&h, value, n);
            value = n;
        }
    }
    drop_range(&h, 0, h.count);
    free(h.steps);
    return 0;
}
