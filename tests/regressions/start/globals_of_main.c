typedef struct node { struct node *n; int d; } Node;
Node *head;
int zero, five = 5;
int main(void) { L: return 0; }
