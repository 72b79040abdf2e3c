// SAFE
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next, *prev;
};

#define container_of(ptr, type, member) \
    ((type *)((char *)(ptr) - offsetof(type, member)))

static void list_init(struct list_head *h)
{
    h->next = h;
    h->prev = h;
}

static void list_add_tail(struct list_head *n, struct list_head *h)
{
    n->prev = h->prev;
    n->next = h;
    h->prev->next = n;
    h->prev = n;
}

static void list_del(struct list_head *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
    list_init(n);
}

enum kind { K_FILE, K_DIR };

struct item {
    enum kind kind;
    struct list_head link;
};

struct file { struct item item; long size; };
struct dir  { unsigned nentries; int *entries; struct item item; };

static int add_file(struct list_head *h, int size)
{
    struct file *f = malloc(sizeof *f);
    if (!f)
        return -1;
    f->item.kind = K_FILE;
    f->size = size;
    list_add_tail(&f->item.link, h);
    return 0;
}

static int add_dir(struct list_head *h, int n)
{
    struct dir *d = malloc(sizeof *d);
    if (!d)
        return -1;
    d->nentries = (n > 0 && n < 10) ? (unsigned)n : 0;
    d->entries = NULL;
    if (d->nentries) {
        d->entries = calloc(d->nentries, sizeof(int));
        if (!d->entries) {
            free(d);
            return -1;
        }
        d->entries[d->nentries - 1] = n;
    }
    d->item.kind = K_DIR;
    list_add_tail(&d->item.link, h);
    return 0;
}

static void destroy_item(struct item *it)
{
    list_del(&it->link);
    if (it->kind == K_FILE) {
        free(container_of(it, struct file, item));
    } else {
        struct dir *d = container_of(it, struct dir, item);
        free(d->entries);
        free(d);
    }
}

int main(void)
{
    struct list_head head, *p, *n;
    int c;

    list_init(&head);
    while ((c = __VERIFIER_nondet_int()) != 0) {
        if (c > 0 ? add_file(&head, c) : add_dir(&head, __VERIFIER_nondet_int()))
            break;
    }
    for (p = head.next; p != &head; p = n) {
        struct item *it = container_of(p, struct item, link);
        n = p->next;
        if (it->kind == K_FILE && container_of(it, struct file, item)->size > 100)
            destroy_item(it);
    }
    while (head.next != &head)
        destroy_item(container_of(head.next, struct item, link));
    return 0;
}
