// Part of a number that may never have been written is as doubtful as the whole, also once the whole was read.
// TRUE: uninitialized in line 25
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int data;
};

int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        if (__VERIFIER_nondet_int())
            new->data = 5;
        new->next = head;
        head = new;
    }
    int count = 0;
    while (head) {
        struct node *next = head->next;
        int whole = head->data;
        if (*(char *)&head->data)
            count++;
        free(head);
        head = next;
    }
    return 0;
}
