// A freed pointer that happens to equal NULL may be freed.
typedef struct node { struct node *n; int d; } Node;
void free(void *);
void subject(Node *x) {
    do {
        free(x);
    } while (x == 0);
}
