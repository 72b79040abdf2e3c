/* All nodes of a list are freed: none is lost. */
typedef struct node { struct node *n; int d; } Node;
typedef struct { Node *top; int height; } Stack;

void *malloc(unsigned long size);
void clear(Stack *s);
int more(void);

int main(void) {
    Stack stack = { 0, 0 };
    while (more()) {
        Node *x = malloc(sizeof(Node));
        if (x == 0)
            break;
        x->n = stack.top;
        stack.top = x;
    }
    clear(&stack);
out:
    return stack.height;
}
