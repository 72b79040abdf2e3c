// The order of calls and other operands: followed in either order only where it may matter.
int turn, table[4];
struct node { struct node *next; int value; } *head;

int next(void) { return turn++; }
int peek(const struct node *node) { return node->value; }
int pick(int first, int second) { return first - second; }

int matters(void) {
    table[turn] = next();
    return pick(next(), next()) + (turn + 1 - next());
}

int does_not(struct node *node) {
    node->value = peek(node->next) + peek(head);
    head->value = next();
    return pick(peek(node), node->value);
}
