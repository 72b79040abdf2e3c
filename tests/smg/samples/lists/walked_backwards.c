// The nodes passed are reached by 'p' alone, and the first one has none before it.
// SAFE
typedef struct node {
    struct node *n;
    struct node *p;
} Node;

void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);

int main(void) {
    Node *x = 0;
    for (int i = 0; i < 3; i++) {
        Node *m = malloc(sizeof(Node));
        m->n = x;
        m->p = 0;
        if (x) x->p = m;
        x = m;
    }
    Node *last = x;
    while (x) {
        last = x;
        x = x->n;
    }
    while (last) {
        x = last->p;
        free(last);
        last = x;
    }
    return 0;
}
