/* stackqueue.c - growable stack of pointers, fixed-size queue of ints */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct stack {
    void **items;
    size_t len;
    size_t cap;
};

/* Ring over slots the caller provides. */
struct queue {
    int *slots;
    size_t cap;
    size_t first;
    size_t used;
};

struct stack *stack_new(void)
{
    return calloc(1, sizeof(struct stack));
}

void stack_delete(struct stack *s)
{
    if (s == NULL)
        return;
    free(s->items);
    free(s);
}

static bool stack_grow(struct stack *s)
{
    size_t cap = s->cap ? s->cap * 2 : 8;
    void **p;

    if (cap < s->cap || cap > SIZE_MAX / sizeof(*p))
        return false;
    p = realloc(s->items, cap * sizeof(*p));
    if (p == NULL)
        return false;
    s->items = p;
    s->cap = cap;
    return true;
}

bool stack_push(struct stack *s, void *item)
{
    if (s->len == s->cap && !stack_grow(s))
        return false;
    s->items[s->len++] = item;
    return true;
}

/* The top item; the stack is not empty. */
void *stack_top(const struct stack *s)
{
    return s->items[s->len - 1];
}

void *stack_pop(struct stack *s)
{
    if (s == NULL || s->len == 0)
        return NULL;
    return s->items[--s->len];
}

void queue_init(struct queue *q, int *slots, size_t cap)
{
    q->slots = slots;
    q->cap = cap;
    q->first = 0;
    q->used = 0;
}

static size_t queue_index(const struct queue *q, size_t offset)
{
    size_t i = q->first + offset;

    return i >= q->cap ? i - q->cap : i;
}

bool queue_put(struct queue *q, int value)
{
    if (q->used == q->cap)
        return false;
    q->slots[queue_index(q, q->used)] = value;
    q->used++;
    return true;
}

bool queue_get(struct queue *q, int *value)
{
    if (q->used == 0)
        return false;
    *value = q->slots[q->first];
    q->first = queue_index(q, 1);
    q->used--;
    return true;
}

/* Copies the queued values, oldest first, to out. */
size_t queue_copy(const struct queue *q, int *out, size_t n)
{
    size_t i;

    if (q == NULL || out == NULL)
        return 0;
    if (n > q->used)
        n = q->used;
    for (i = 0; i < n; i++)
        out[i] = q->slots[queue_index(q, i)];
    return n;
}

bool queue_is_empty(const struct queue *q)
{
    return q == NULL || q->used == 0;
}
