// Bit-fields of nodes, all of them written one by one: across bytes, signed, copied with the node. Bits that no field has never are.
// SAFE
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    unsigned kind : 4, count : 9;
    signed level : 4;
    unsigned rest : 3;
};

int main(void) {
    struct node *head = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *new = malloc(sizeof *new);
        new->kind = 3;
        new->count = 300;
        new->level = -2;
        new->next = head;
        head = new;
    }
    while (head) {
        struct node copy = *head;
        assert(copy.kind == 3);
        assert(copy.count == 300);
        assert(head->level == -2);
        free(head);
        head = copy.next;
    }
    return 0;
}
