// False: the global leads to the member from the start.
typedef struct node { struct node *n; } Node;
Node v;
Node **p = &v.n;
int main(void) {
    v.n = 0;
    *p = &v;
L:  return 0;
}
