// SAFE
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum state { OPEN, SHIPPED, CANCELLED };

struct item {
    int sku;
    struct item *next;
};

struct order {
    enum state state;
    struct item *items;      /* optional: may be empty */
    struct order *next;
};

static void order_free(struct order *o)
{
    struct item *it = o->items;
    while (it != NULL) {
        struct item *dead = it;
        it = it->next;
        free(dead);
    }
    free(o);
}

static void add_item(struct order *o, int sku)
{
    struct item *it = malloc(sizeof(struct item));
    if (it == NULL)
        abort();
    it->sku = sku;
    it->next = o->items;
    o->items = it;
}

int main(void)
{
    struct order *orders = NULL, **pp;

    while (__VERIFIER_nondet_int() > 0) {
        struct order *o = malloc(sizeof(struct order));
        if (o == NULL)
            abort();
        o->state = OPEN;
        o->items = NULL;
        while (__VERIFIER_nondet_int() > 0)
            add_item(o, __VERIFIER_nondet_int());
        if (o->items == NULL || o->items->sku < 0)
            o->state = CANCELLED;
        else if (__VERIFIER_nondet_int())
            o->state = SHIPPED;
        o->next = orders;
        orders = o;
    }

    /* purge cancelled orders */
    pp = &orders;
    while (*pp != NULL) {
        struct order *o = *pp;
        if (o->state == CANCELLED) {
            *pp = o->next;
            order_free(o);
        } else {
            pp = &o->next;
        }
    }

    while (orders != NULL) {
        struct order *o = orders;
        orders = o->next;
        order_free(o);
    }
    return 0;
}
