/* Nobody can know its address. */
typedef struct node { struct node *n; int d; } Node;
static Node s;
void subject(Node *x) { s.d = 1; if (x) x->d = 2; L: ; }
