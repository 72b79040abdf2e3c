/* Errors that callers prevent: by what they let pointers lead to, or by numbers. */
#include <stdlib.h>

struct part { int value; struct part *other; };
struct pair { struct part *first; struct part *second; };

void free_first(struct pair *pair)
{
    free(pair->first);
    if (pair->second != NULL)
        pair->second->value = 1;
}

struct node { struct node *next; struct part *data; struct part *more; };

void free_list(struct node *node)
{
    while (node != NULL) {
        struct node *next = node->next;
        free(node->data);
        free(node->more);
        free(node);
        node = next;
    }
}

struct left { struct right *right; int count; };
struct right { struct left *left; };

int count_behind(struct left *left)
{
    if (left->right == NULL)
        return 0;
    struct left *other = left->right->left;
    free(left);
    return other != NULL ? other->count : 0;
}

struct counted { int references; };

static void release(struct counted *object)
{
    if (--object->references == 0)
        free(object);
}

int use_counted(struct counted *object)
{
    object->references++;
    release(object);
    return object->references;
}

struct slots { int used, most; };

int take_slot(struct slots *slots, int *slot)
{
    if (slots->used == slots->most)
        free(slot);
    *slot = 1;
    return slots->used;
}

void *block_of(int size)
{
    char *scratch = malloc(8);
    char *block = malloc(8);
    (void)size;
    (void)scratch;
    return block;
}
