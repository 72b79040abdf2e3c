#ifndef LIST_H
#define LIST_H
#include <stddef.h>
typedef struct node {
    struct node *next;
    int value;
} Node;
typedef struct {
    Node *first;
    unsigned length;
} List;
enum order { FIRST, LAST };
extern int made;
Node *push(Node *list, int value);
void clear(Node *list);
static inline int is_empty(const Node *list)
{
    return list == NULL;
}
#endif
