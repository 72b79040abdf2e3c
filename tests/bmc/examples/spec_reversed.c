// Reversal of a list in place, with what a specification says of it. Of a list with a cycle the result has one, too.
// EXPECTED --entry reverse --spec spec_reversed_any.spec: violated shape in line 19
// EXPECTED --entry reverse --spec spec_reversed.spec --unwind 3: unknown, nothing found
// EXPECTED --entry reverse --spec spec_reversed_wrong.spec: violated shape in line 19
#include <stdlib.h>

struct node { int value; struct node *next; };

struct node *reverse(struct node *list) {
    struct node *first = list, *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    (void)first;
done:
    return reversed;
}
