void free(void *);
typedef struct node { struct node *n; } Node;
int f(Node *x, Node *y) { Node *t = x; int g = 0; free(x); if (x == x) g = 1; if (t == x) g = g + 2; L: return g; }
