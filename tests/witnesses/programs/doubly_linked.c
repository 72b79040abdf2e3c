// Nothing is wrong with a doubly linked list: the witness says what holds at its loops.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

int main(void) {
    struct node *head = NULL;
    struct node *tail = NULL;
    int count = 0;
    while (count < 100 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->prev = tail;
        if (tail != NULL) {
            tail->next = node;
        } else {
            head = node;
        }
        tail = node;
        count++;
    }
    for (struct node *at = head; at != NULL; at = at->next) {
        if (at->prev != NULL && at->prev->next != at) {
            return 1;
        }
    }
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
