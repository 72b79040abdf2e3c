// The address of a freed block is indeterminate: what a comparison of it says is open.
// TRUE: memory-leak in line 14
// TRUE: uninitialized in line 26
// TRUE: double-free in line 28
// TRUE: uninitialized in line 28
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct head { struct head *next, *prev; };
typedef struct node {
    struct head link;
} Node;
static void put(struct head *a, struct head *before, struct head *after) {
    before->next = a;
}
static Node *of(struct head *a) {
    return (Node *)((char *)a - (unsigned long)&((Node *)0)->link);
}
static Node *make(void) {
    Node *m = malloc(sizeof(Node));
    return m;
}
int main(void) {
    struct head x, y;
    struct head *t = 0, *u = 0;
    while (__VERIFIER_nondet_int()) put(&make()->link, &y, y.next);
    while (y.next != &y) {
        t = y.next;
        free(of(t));
    }
}
