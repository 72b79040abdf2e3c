typedef struct node { int d; struct node *n; } Node;
static Node *const p = (Node *)0x1000;
int f(void) { int r = 0; 
end: return r; }
