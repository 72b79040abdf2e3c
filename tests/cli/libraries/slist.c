/* slist.c - singly linked list of ints */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct slist_node {
    int value;
    struct slist_node *next;
};

static struct slist_node *node_new(int value, struct slist_node *next)
{
    struct slist_node *n = malloc(sizeof *n);

    if (n == NULL)
        return NULL;
    n->value = value;
    n->next = next;
    return n;
}

bool slist_push_front(struct slist_node **head, int value)
{
    struct slist_node *n = node_new(value, *head);

    if (n == NULL)
        return false;
    *head = n;
    return true;
}

bool slist_push_back(struct slist_node **head, int value)
{
    struct slist_node **link = head;
    struct slist_node *n = node_new(value, NULL);

    if (n == NULL)
        return false;
    while (*link != NULL)
        link = &(*link)->next;
    *link = n;
    return true;
}

/* Takes the first value off the list; out may be NULL. */
bool slist_pop_front(struct slist_node **head, int *out)
{
    struct slist_node *n;

    if (head == NULL || *head == NULL)
        return false;
    n = *head;
    if (out != NULL)
        *out = n->value;
    *head = n->next;
    free(n);
    return true;
}

size_t slist_length(const struct slist_node *head)
{
    size_t count = 0;

    for (; head != NULL; head = head->next)
        count++;
    return count;
}

struct slist_node *slist_find(struct slist_node *head, int value)
{
    while (head != NULL && head->value != value)
        head = head->next;
    return head;
}

/* Value at position index, which has to be below the length. */
int slist_at(const struct slist_node *head, size_t index)
{
    while (index-- > 0)
        head = head->next;
    return head->value;
}

bool slist_insert_after(struct slist_node *node, int value)
{
    struct slist_node *n = node_new(value, node->next);

    if (n == NULL)
        return false;
    node->next = n;
    return true;
}

/* Unlinks and frees node, which is one of the list's nodes. */
void slist_remove(struct slist_node **head, struct slist_node *node)
{
    struct slist_node **link = head;

    while (*link != node)
        link = &(*link)->next;
    *link = node->next;
    free(node);
}

struct slist_node *slist_reverse(struct slist_node *head)
{
    struct slist_node *done = NULL;

    while (head != NULL) {
        struct slist_node *next = head->next;

        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

void slist_free(struct slist_node *head)
{
    while (head != NULL) {
        struct slist_node *next = head->next;

        free(head);
        head = next;
    }
}
