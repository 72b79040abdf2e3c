/* There is no place behind NULL, and none is assigned. A place that is gone is an error. */
void free(void *block);

typedef struct node { struct node *n; int d; } Node;

void reset(Node *x);

void f(Node *x) {
    reset(0);
    reset(x);
    free(x);
    if (x)
        reset(x);
}
