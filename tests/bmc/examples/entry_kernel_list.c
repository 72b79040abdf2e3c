// Removal from a circular list with links both ways: an entry that is freed too early is used afterwards; two nodes show it.
// EXPECTED --entry remove_early: violated use-after-free in line 19
// EXPECTED --entry remove_right: verified
// EXPECTED --entry remove_all -DRIGHT --unwind 3: unknown, nothing found
#include <stdlib.h>

struct entry { struct entry *next, *prev; int key; };

static int is_well(struct entry *e) {
    return e && e->next && e->prev && e->next->prev == e && e->prev->next == e;
}

void remove_early(struct entry *head) {
    if (!is_well(head) || head->next == head) return;
    struct entry *e = head->next;
    if (!is_well(e)) return;
    free(e);
    /* The links of the entry are read after it is gone. */
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

void remove_right(struct entry *head) {
    if (!is_well(head) || head->next == head) return;
    struct entry *e = head->next;
    if (!is_well(e)) return;
    e->prev->next = e->next;
    e->next->prev = e->prev;
    free(e);
}

void remove_all(struct entry *head) {
    if (!is_well(head)) return;
    while (head->next != head) {
        struct entry *e = head->next;
        if (!is_well(e)) return;
        e->prev->next = e->next;
        e->next->prev = e->prev;
        free(e);
    }
}
