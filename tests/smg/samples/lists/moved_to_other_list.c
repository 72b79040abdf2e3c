// One node moves from a list to another, and joins at the loop nest them in each other.
// TRUE: memory-leak in line 15
typedef struct node { int v; struct node *n; } Node;
void *calloc(unsigned long, unsigned long);
int main(void) {
    Node *x = 0, *y = 0, *t = 0, *u = 0;
    u = calloc(1, sizeof(Node));
    y = u;
    while (y) {
        u = y;
        y = y->n;
        u->n = x;
        x = u;
    }
}
