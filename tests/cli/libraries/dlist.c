/* dlist.c - doubly linked list with a head/tail struct */
#include <stddef.h>
#include <stdlib.h>

struct dnode {
    struct dnode *prev;
    struct dnode *next;
    void *data;
};

struct dlist {
    struct dnode *head;
    struct dnode *tail;
    size_t count;
};

typedef int (*dlist_pred)(const void *data, void *ctx);

void dlist_init(struct dlist *list)
{
    list->head = NULL;
    list->tail = NULL;
    list->count = 0;
}

size_t dlist_count(const struct dlist *list)
{
    return list ? list->count : 0;
}

static void dlist_unlink(struct dlist *list, struct dnode *node)
{
    if (node->prev)
        node->prev->next = node->next;
    else
        list->head = node->next;
    if (node->next)
        node->next->prev = node->prev;
    else
        list->tail = node->prev;
    list->count--;
}

struct dnode *dlist_append(struct dlist *list, void *data)
{
    struct dnode *n = malloc(sizeof(*n));

    if (!n)
        return NULL;
    n->data = data;
    n->next = NULL;
    n->prev = list->tail;
    if (list->tail)
        list->tail->next = n;
    else
        list->head = n;
    list->tail = n;
    list->count++;
    return n;
}

struct dnode *dlist_insert_before(struct dlist *list, struct dnode *pos,
                                  void *data)
{
    struct dnode *n;

    if (!pos)
        return dlist_append(list, data);
    n = malloc(sizeof(*n));
    if (!n)
        return NULL;
    n->data = data;
    n->next = pos;
    n->prev = pos->prev;
    if (pos->prev)
        pos->prev->next = n;
    else
        list->head = n;
    pos->prev = n;
    list->count++;
    return n;
}

/* Removes node from list and hands back its data. */
void *dlist_remove(struct dlist *list, struct dnode *node)
{
    void *data;

    if (!list || !node)
        return NULL;
    data = node->data;
    dlist_unlink(list, node);
    free(node);
    return data;
}

struct dnode *dlist_find(const struct dlist *list, dlist_pred pred, void *ctx)
{
    struct dnode *n;

    for (n = list->head; n; n = n->next)
        if (pred(n->data, ctx))
            return n;
    return NULL;
}

/* Drops every node whose data satisfies pred; returns how many went. */
size_t dlist_remove_if(struct dlist *list, dlist_pred pred, void *ctx)
{
    size_t removed = 0;
    struct dnode *n;

    for (n = list->head; n; n = n->next) {
        if (!pred(n->data, ctx))
            continue;
        dlist_unlink(list, n);
        free(n);
        removed++;
    }
    return removed;
}

/* Moves all of src's nodes to the end of dst. */
void dlist_splice(struct dlist *dst, struct dlist *src)
{
    if (!src->head)
        return;
    if (dst->tail) {
        dst->tail->next = src->head;
        src->head->prev = dst->tail;
    } else {
        dst->head = src->head;
    }
    dst->tail = src->tail;
    dst->count += src->count;
    dlist_init(src);
}

void dlist_clear(struct dlist *list)
{
    struct dnode *n, *next;

    if (!list)
        return;
    for (n = list->head; n; n = next) {
        next = n->next;
        free(n);
    }
    dlist_init(list);
}
