// A link that may never have been written, and that differs from the node itself in some nodes: where these become one node, the link
// may still never have been written.
// TRUE: uninitialized in line 22
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
typedef struct node {
    int v;
    struct node *n;
    struct node *o;
} Node;
int main(void) {
    int j = 0;
    Node *y = 0, *u = 0;
    while (__VERIFIER_nondet_int()) {
        u = malloc(sizeof(Node));
        u->n = y;
        if (__VERIFIER_nondet_int()) u->o = 0;
        y = u;
    }
    while (u) {
        u->v = __VERIFIER_nondet_int();
        if (u->o == u) j++;
    }
}
