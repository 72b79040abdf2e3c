// Lists nested four deep, of one node or more each, built and taken apart.
// SAFE
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#define LEVEL(name, below)                                      \
    struct name { struct below *down; struct name *next; };     \
    static struct name *make_##name(void)                       \
    {                                                           \
        struct name *list = NULL;                               \
        do {                                                    \
            struct name *node = malloc(sizeof *node);           \
            if (!node)                                          \
                abort();                                        \
            node->down = make_##below();                        \
            node->next = list;                                  \
            list = node;                                        \
        } while (__VERIFIER_nondet_int());                      \
        return list;                                            \
    }                                                           \
    static void drop_##name(struct name *list)                  \
    {                                                           \
        while (list) {                                          \
            struct name *next = list->next;                     \
            drop_##below(list->down);                           \
            free(list);                                         \
            list = next;                                        \
        }                                                       \
    }

struct bottom { int number; };

static struct bottom *make_bottom(void)
{
    return malloc(sizeof(struct bottom));
}

static void drop_bottom(struct bottom *bottom)
{
    free(bottom);
}

LEVEL(fourth, bottom)
LEVEL(third, fourth)
LEVEL(second, third)
LEVEL(first, second)

int main(void)
{
    drop_first(make_first());
    return 0;
}
