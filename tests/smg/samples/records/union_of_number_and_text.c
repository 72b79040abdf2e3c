// A union holds a number or the address of a text. Where the branches meet, the number once was taken for a part of the address.
// TRUE: invalid-dereference in line 22
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    union {
        short number;
        char *text;
    } of;
};

int main(void) {
    struct node *node = calloc(1, sizeof *node);
    if (__VERIFIER_nondet_int()) {
        node->of.text = "two";
    } else {
        node->of.number = 5;
    }
    // 5 is no address.
    char first = node->of.text[0];
    free(node);
    return first;
}
