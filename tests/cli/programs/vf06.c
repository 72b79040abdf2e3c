// UNSAFE line 19: use after free
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct conn {
    int fd;
    int *stats;              /* only for monitored connections */
    struct conn *next;
};

static struct conn *idle_list;
static struct conn *busy_list;
static struct conn *last_hit;     /* one-entry lookup cache */

static struct conn *lookup(int fd)
{
    struct conn *c;
    if (last_hit && last_hit->fd == fd)
        return last_hit;
    for (c = idle_list; c; c = c->next)
        if (c->fd == fd)
            return last_hit = c;
    for (c = busy_list; c; c = c->next)
        if (c->fd == fd)
            return last_hit = c;
    return NULL;
}

static int detach(struct conn **list, struct conn *c)
{
    for (; *list; list = &(*list)->next) {
        if (*list == c) {
            *list = c->next;
            c->next = NULL;
            return 1;
        }
    }
    return 0;
}

static void attach(struct conn **list, struct conn *c)
{
    c->next = *list;
    *list = c;
}

static void destroy(struct conn *c)
{
    free(c->stats);
    free(c);
}

static void do_open(int fd, int monitored)
{
    struct conn *c = malloc(sizeof *c);
    if (!c)
        return;
    c->fd = fd;
    c->stats = monitored ? calloc(4, sizeof(int)) : NULL;
    attach(&idle_list, c);
}

int main(void)
{
    int cmd, fd;
    struct conn *c;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        fd = __VERIFIER_nondet_int();
        c = lookup(fd);
        if (!c) {
            do_open(fd, cmd > 2);
            continue;
        }
        if (c->stats)
            c->stats[0] = cmd;
        switch (cmd) {
        case 1:                         /* start work */
            if (detach(&idle_list, c))
                attach(&busy_list, c);
            break;
        case 2:                         /* finish work */
            if (detach(&busy_list, c))
                attach(&idle_list, c);
            break;
        case 3:                         /* close an idle connection */
            if (detach(&idle_list, c))
                destroy(c);
            break;
        }
    }

    while ((c = idle_list) != NULL) {
        idle_list = c->next;
        destroy(c);
    }
    while ((c = busy_list) != NULL) {
        busy_list = c->next;
        destroy(c);
    }
    return 0;
}
