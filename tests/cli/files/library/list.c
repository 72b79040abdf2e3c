#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *first;
    struct node *last;
};

int is_empty(const struct list *list)
{
    return list == NULL || list->first == NULL;
}

int first_value(const struct list *list)
{
    return list->first->value;
}

void append(struct list *list, int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    if (list->first == NULL)
        list->first = node;
    else
        list->last->next = node;
    list->last = node;
}

void clear(struct list *list)
{
    struct node *next;
    for (struct node *node = list->first; node != NULL; node = next) {
        next = node->next;
        free(node);
    }
    list->first = list->last = NULL;
}

void visit(struct list *list, void (*visitor)(int value))
{
    for (struct node *node = list->first; node != NULL; node = node->next)
        visitor(node->value);
}

int sum_of_array(const int *values, int count)
{
    int sum = 0;
    for (int index = 0; index < count; index++)
        sum += values[index] % 10;
    return sum;
}

struct node *copy_of(const struct node *node)
{
    struct node *copy = malloc(sizeof *copy);
    struct node *scratch = malloc(sizeof *scratch);
    copy->value = node->value;
    copy->next = NULL;
    scratch->next = copy;
    return scratch->next;
}
