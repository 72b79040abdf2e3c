// SAFE
// Circular list with sentinel of timers and sockets, link after the payload, removal in the loop.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

typedef struct dlink { struct dlink *prev, *next; int kind; } DLINK;

typedef struct {
    unsigned ticks_left;
    DLINK    link;
} TIMER;

typedef struct {
    unsigned char *rxbuf;
    size_t         rxsize, rxused;
    DLINK          link;
    int            fd;
} SOCKET;

#define ENTRY(p, T) ((T *)(void *)((unsigned char *)(p) - offsetof(T, link)))
enum { KIND_ROOT, KIND_TIMER, KIND_SOCKET };

static void insert_before(DLINK *at, DLINK *n)
{
    n->next = at; n->prev = at->prev;
    at->prev->next = n; at->prev = n;
}

static DLINK *unlink_and_free(DLINK *n)
{
    DLINK *next = n->next;
    n->prev->next = next; next->prev = n->prev;
    if (n->kind == KIND_SOCKET) {
        SOCKET *s = ENTRY(n, SOCKET);
        free(s->rxbuf);
        free(s);
    } else if (n->kind == KIND_TIMER) {
        free(ENTRY(n, TIMER));
    }
    return next;
}

static int open_socket(DLINK *root, int fd)
{
    SOCKET *s = malloc(sizeof(SOCKET));
    if (!s) return -1;
    s->rxsize = 1u + ((unsigned)fd & 63u);
    s->rxbuf = malloc(s->rxsize);
    if (!s->rxbuf) { free(s); return -1; }
    s->rxused = 0; s->fd = fd; s->link.kind = KIND_SOCKET;
    insert_before(root, &s->link);
    return 0;
}

static int start_timer(DLINK *root, unsigned ticks)
{
    TIMER *t = malloc(sizeof *t);
    if (!t) return -1;
    t->ticks_left = ticks; t->link.kind = KIND_TIMER;
    insert_before(root, &t->link);
    return 0;
}

int main(void)
{
    DLINK root = { &root, &root, KIND_ROOT }, *p;
    int ev, err = 0;

    while (!err && (ev = input()) != 0) {
        if (ev == 1) err = start_timer(&root, (unsigned)input() & 15u);
        else if (ev == 2) err = open_socket(&root, input());
        else for (p = root.next; p->kind != KIND_ROOT; ) {      /* one tick */
            int gone = 0;
            if (p->kind == KIND_TIMER) {
                TIMER *t = ENTRY(p, TIMER);
                if (t->ticks_left == 0) gone = 1; else t->ticks_left--;
            } else {
                SOCKET *s = ENTRY(p, SOCKET);
                if (s->rxused < s->rxsize) s->rxbuf[s->rxused++] = (unsigned char)ev;
                else { printf("fd %d full, last %d\n", s->fd, s->rxbuf[s->rxsize - 1]); gone = 1; }
            }
            p = gone ? unlink_and_free(p) : p->next;
        }
    }
    p = root.next;
    while (p != &root) p = unlink_and_free(p);
    return err ? EXIT_FAILURE : EXIT_SUCCESS;
}
