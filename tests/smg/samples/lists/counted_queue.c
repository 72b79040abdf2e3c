// Neither end leads anywhere, or both do: more is known of that than of how many items there are.
// SAFE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct item { struct item *next; };
struct queue { struct item *head, *tail; int count; };

static void put(struct queue *queue)
{
    struct item *item = malloc(sizeof *item);
    if (!item)
        return;
    item->next = NULL;
    if (queue->tail)
        queue->tail->next = item;
    else
        queue->head = item;
    queue->tail = item;
    queue->count++;
}

static int take(struct queue *queue)
{
    struct item *item = queue->head;
    if (!item)
        return 0;
    queue->head = item->next;
    if (!queue->head)
        queue->tail = NULL;
    queue->count--;
    free(item);
    return 1;
}

int main(void)
{
    struct queue queue = {0};
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&queue);
        else
            take(&queue);
    }
    while (take(&queue))
        ;
    return 0;
}
