// A node changes its kind and forgets the text that it owns.
// TRUE: memory-leak in line 23
// FALSE ALARM: invalid-free in line 28: the kind was changed, too
// FALSE ALARM: memory-leak in line 29: the text was lost in line 23
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int kind; union { long number; char *text; } of; struct item *next; };
static struct item *push(struct item *list) {
    struct item *item = malloc(sizeof *item);
    if (!item) abort();
    item->kind = __VERIFIER_nondet_int() != 0;
    if (item->kind) item->of.text = malloc(8);
    else item->of.number = 3;
    item->next = list;
    return item;
}
int main(void) {
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) list = push(list);
    for (struct item *item = list; item; item = item->next) {
        if (item->kind && __VERIFIER_nondet_int()) {
            item->kind = 0;
            item->of.number = 7;
        }
    }
    while (list) {
        struct item *next = list->next;
        if (list->kind) free(list->of.text);
        free(list);
        list = next;
    }
    return 0;
}
