// True: the pointer leads to cut.
typedef struct N { struct N *n; } N;
void cut(N *x) { x->n = 0; }
int main(void) {
    N a;
    void (*own)(N *) = cut;
    a.n = &a;
    own(&a);
L:  return 0;
}
