// The list and its last node: they are the same node at first, then no more.
// SAFE
typedef struct node {
    struct node *n;
    struct node *p;
} Node;

void *malloc(unsigned long);
void free(void *);

int main(void) {
    int i = 0;
    Node *x = 0, *t = 0, *u = 0;
    while (i < 2) {
        t = malloc(sizeof(Node));
        t->n = 0;
        t->p = u;
        if (u) u->n = t;
        else x = t;
        u = t;
        i++;
    }
    while (x) {
        t = x->n;
        free(x);
        x = t;
    }
    return 0;
}
