// Unknown: what is read into *y may be the address of x->d.
typedef struct node { struct node *n; int d; } Node;
typedef struct file FILE;
unsigned long fread(void *, unsigned long, unsigned long, FILE *);
void f(Node *x, int **y, FILE *s) {
    if (x == 0 || y == 0 || s == 0) return;
    fread(y, 1, sizeof *y, s);
K:  x->d = 1;
L:  ;
}
