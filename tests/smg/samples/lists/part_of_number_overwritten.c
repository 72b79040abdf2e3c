// What a write leaves of a number that may never have been written is as doubtful as the whole was.
// TRUE: uninitialized in line 27
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
        char *bytes = (char *)&head->data;
        bytes[0] = 1;
        if (bytes[1])
            count++;
        free(head);
        head = next;
    }
    return 0;
}
