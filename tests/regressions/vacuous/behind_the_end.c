/* Both engines know that control never comes behind `exit`. */
void exit(int);
typedef struct node { struct node *n; int d; } Node;
int main(void) { exit(0); L: return 0; }
