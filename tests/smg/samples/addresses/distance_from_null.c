// The block around a member, as preprocessed kernel code finds it: the member's address less where it would lie in a block at
// NULL. The program goes on with the distance as an address.
// SAFE
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int number;
    struct link link;
};

static struct item *around(struct link *link) {
    char *at_null = (char *)offsetof(struct item, link);
    ptrdiff_t start = (char *)link - at_null;
    return (struct item *)start;
}

int main(void) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        abort();
    item->number = 5;
    struct link *link = &item->link;
    if (around(link)->number != 5)
        item = NULL;
    free(item);
    return 0;
}
