// UNSAFE: null-dereference in line 60
// (malloc is assumed to succeed)
/* Two work lists; at the end of the day the second is appended to the first. */
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct cell {
    int hours;
    struct cell *link;
} cell;

typedef struct list {
    unsigned length;
    cell *front;
    cell *back;
} list;

static void list_init(list *l)
{
    l->length = 0;
    l->front = NULL;
    l->back = NULL;
}

static void list_add(list *l, int hours)
{
    cell *c = (cell *)malloc(sizeof(cell));
    c->hours = hours;
    c->link = NULL;
    if (l->back == NULL)
        l->front = c;
    else
        l->back->link = c;
    l->back = c;
    l->length++;
}

/* Moves all cells of src to the end of dst. */
static void list_splice(list *dst, list *src)
{
    if (src->front == NULL)
        return;
    if (dst->back == NULL)
        dst->front = src->front;
    else
        dst->back->link = src->front;
    dst->back = src->back;
    dst->length += src->length;
    src->front = NULL;
    src->back = NULL;
}

static int list_total(const list *l)
{
    const cell *c = l->front;
    int total = 0;
    for (unsigned i = 0; i < l->length; i++) {
        total += c->hours;
        c = c->link;
    }
    return total;
}

static void list_clear(list *l)
{
    while (l->front != NULL) {
        cell *c = l->front;
        l->front = c->link;
        free(c);
    }
    list_init(l);
}

int main(void)
{
    list today, later;
    int n;

    list_init(&today);
    list_init(&later);
    for (n = 0; n < 20; n++) {
        int h = __VERIFIER_nondet_int();
        if (h <= 0)
            break;
        if (h > 8)
            list_add(&later, h % 100);
        else
            list_add(&today, h);
    }
    printf("today %d, later %d\n", list_total(&today), list_total(&later));
    list_splice(&today, &later);
    printf("all %d, open %d\n", list_total(&today), list_total(&later));
    list_clear(&today);
    list_clear(&later);
    return 0;
}
