// UNSAFE line 51: files are freed by their link, which is not the start of the block
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern int input(void);

struct link { struct link *next; unsigned char is_dir; };

struct dir  { struct link ln; unsigned entries; };
struct file { unsigned long size; struct link ln; unsigned nblk; unsigned blk[]; };

#define file_of(l) ((struct file *)((char *)(l) - offsetof(struct file, ln)))
#define dir_of(l)  ((struct dir *)((char *)(l) - offsetof(struct dir, ln)))

static struct link *mkfile(unsigned nblk)
{
    struct file *f = malloc(sizeof(*f) + nblk * sizeof(f->blk[0]));
    if (!f) return NULL;
    f->ln.is_dir = 0;
    f->size = 512ul * nblk;
    f->nblk = nblk;
    for (unsigned i = 0; i < nblk; i++)
        f->blk[i] = i + 1;
    return &f->ln;
}

static struct link *mkdir_entry(unsigned entries)
{
    struct dir *d = malloc(sizeof(*d));
    if (!d) return NULL;
    d->ln.is_dir = 1;
    d->entries = entries;
    return &d->ln;
}

static void dispose(struct link *l)
{
    if (l->is_dir)
        free(dir_of(l));
    else
        free(file_of(l));
}

static struct link *remove_empty(struct link *list, unsigned *removed)
{
    struct link dummy = { list, 1 }, *prev = &dummy, *l;
    while ((l = prev->next) != NULL) {
        if (l->is_dir ? dir_of(l)->entries == 0 : file_of(l)->size == 0) {
            prev->next = l->next;
            free(l);
            ++*removed;
        } else {
            prev = l;
        }
    }
    return dummy.next;
}

static unsigned long usage(const struct link *l)
{
    unsigned long sum = 0;
    for (; l != NULL; l = l->next)
        if (!l->is_dir)
            for (unsigned i = 0; i < file_of(l)->nblk; i++)
                sum += file_of(l)->blk[i] != 0 ? 512 : 0;
    return sum;
}

int main(void)
{
    struct link *list = NULL, *l;
    unsigned removed = 0;
    int c;

    while ((c = input()) > 0) {
        l = c % 2 ? mkfile((unsigned)input() & 7u) : mkdir_entry((unsigned)c % 5u);
        if (l == NULL) break;
        l->next = list;
        list = l;
    }
    list = remove_empty(list, &removed);
    printf("%u removed, %lu bytes\n", removed, usage(list));
    while ((l = list) != NULL) {
        list = l->next;
        dispose(l);
    }
    return 0;
}
