// The second turn's p has not been written at L, whatever the first one wrote to its own.
struct node { struct node *next; };
int main(void) {
    struct node a;
    int i;
    for (i = 0; i < 2; i++) {
        struct node *p;
    L:
        p = &a;
    M:
        ;
    }
    return 0;
}
