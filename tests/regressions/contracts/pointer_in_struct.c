typedef struct node { struct node *n; int d; } Node;
Node g;
Node in(void);
void f(void) { Node s = in(); g.d = 1; if (s.n) s.n->d = 2; done: ; }
