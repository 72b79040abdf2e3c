// False: what is called at M is not known.
typedef struct N { struct N *n; } N;
void cut(N *x) { x->n = 0; }
extern void (*given)(N *);
int main(void) {
    N a;
    void (*own)(N *) = cut;
    a.n = &a;
    own(&a);
L:  ;
    given(&a);
M:  return 0;
}
