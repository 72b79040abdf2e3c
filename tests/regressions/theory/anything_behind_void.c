// False: a pointer to void may lead to the global.
struct link { void *p; };
struct node { int i; } g;
void f(struct link *x, struct node *y) {
L:  ;
}
