// A list of one node is lost: of a longer one the second node leads back to the first.
// TRUE: memory-leak in line 32
typedef struct node {
    struct node *n;
    struct node *p;
} Node;
Node *g;

void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);

int main(void) {
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    while (__VERIFIER_nondet_int()) {
        t = malloc(sizeof(Node));
        t->n = 0;
        t->p = u;
        if (u) u->n = t;
        else x = t;
        u = t;
    }
    t = 0;
    while (x) {
        u = x->n;
        x->n = t;
        if (t) t->p = x;
        t = x;
        x = u;
    }
    x = t;
    g = x; if (g) g = g->n;
}
