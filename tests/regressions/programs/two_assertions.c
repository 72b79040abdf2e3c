// The run that breaks the first assertion says nothing of the second.
typedef struct node { struct node *n; int d; } Node;
int __VERIFIER_nondet_int(void);
void subject(Node *x) {
    __VERIFIER_assert(__VERIFIER_nondet_int());
    x = 0;
    __VERIFIER_assert(x == 0);
}
