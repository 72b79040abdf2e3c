// A freed pointer compares with either outcome, the same one each time.
typedef struct node { struct node *n; int d; } Node;
void free(void *);
void subject(Node *x) {
    free(x);
    if (x == 0) {
        if (x != 0) __VERIFIER_assert(0);
    }
}
