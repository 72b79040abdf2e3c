/* A contract that does not say what is assigned lets anything change. What is required is checked all the same. */
typedef struct node { struct node *n; int d; } Node;

void touch(Node *x);

int f(Node *x) {
    touch(0);
    return x ? x->d : 0;
}
