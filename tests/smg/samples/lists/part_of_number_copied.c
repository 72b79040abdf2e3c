// A copy of part of a number that may never have been written is as doubtful as the whole.
// TRUE: uninitialized in line 28
#include <stdlib.h>
#include <string.h>

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
        char copy[2];
        memcpy(copy, &head->data, 2);
        if (copy[0])
            count++;
        free(head);
        head = next;
    }
    return 0;
}
