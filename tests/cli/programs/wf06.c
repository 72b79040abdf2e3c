// UNSAFE line 46: the attachment of an urgent order is never initialised but freed
#include <stdio.h>
#include <stdlib.h>

int input(void);

struct order {
    unsigned char urgent;
    unsigned short qty;
    char *attachment;
    struct order *next;
};
struct normal_order { struct order o; unsigned shelf; };
struct urgent_order { struct order o; unsigned deadline; unsigned phone[3]; };

static struct order *make_normal(int qty)
{
    struct normal_order *n = malloc(sizeof *n);
    if (n == NULL) abort();
    n->o.urgent = 0;
    n->o.qty = (unsigned short)(qty & 0xff);
    n->o.attachment = NULL;
    n->shelf = 0;
    if (qty & 0x100) {
        n->o.attachment = malloc(16);
        if (n->o.attachment == NULL) abort();
        n->o.attachment[0] = 'A';
    }
    return &n->o;
}

static struct order *make_urgent(int qty)
{
    struct urgent_order *u = malloc(sizeof *u);
    if (u == NULL) abort();
    u->o.urgent = 1;
    u->o.qty = (unsigned short)(qty & 0xff);
    u->deadline = 24;
    for (int i = 0; i < 3; i++)
        u->phone[i] = 0;
    return &u->o;
}

static void order_done(struct order *o)
{
    free(o->attachment);
    free(o);
}

int main(void)
{
    struct order *head = NULL, *tail = NULL, *o;
    unsigned long pieces = 0, hours = 0;
    int v;

    while ((v = input()) != 0) {
        o = v < 0 ? make_urgent(-(v + 1)) : make_normal(v);
        o->next = NULL;
        if (tail != NULL) {
            if (o->urgent) {            /* jumps the queue */
                o->next = head;
                head = o;
                continue;
            }
            tail->next = o;
        } else {
            head = o;
        }
        tail = o;
    }
    while ((o = head) != NULL) {
        head = o->next;
        pieces += o->qty;
        if (o->urgent)
            hours += ((struct urgent_order *)o)->deadline;
        order_done(o);
    }
    printf("%lu pieces, %lu hours\n", pieces, hours);
    return 0;
}
