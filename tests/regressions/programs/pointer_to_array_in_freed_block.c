// So does what points to the array.
typedef struct node { struct node *n; struct node *l[2]; } Node;
void free(void *);
static void drop(Node **a) { free(*a); *a = 0; }
void subject(Node *y) {
    drop(&y->l[0]);
}
