// The loop ends when its counter overflows, after more blocks than Damson counts elsewhere: the competition has no such limit.
// valid-memsafety: UNKNOWN
// valid-memcleanup: UNKNOWN
#include <stdlib.h>
struct node { struct node *next; };
struct node *build(struct node *list) {
    for (int number = 1; number; number++) {
        struct node *first = malloc(sizeof *first);
        first->next = list;
        list = first;
    }
    return list;
}
int main(void) {
    struct node *list = build(NULL);
    list = build(list);
    return 0;
}
