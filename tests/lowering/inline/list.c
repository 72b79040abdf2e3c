void *malloc(unsigned long);
typedef struct node { int data; struct node *n; } Node;

static Node *push(Node *list, int data) {
  Node *cell = malloc(sizeof *cell);
fill: cell->n = list;
  cell->data = data;
  return cell;
}
static void nothing(void) { }
static int first(Node *list) {
  if (!list) return -1;
  return list->data;
}

int main(void) {
  Node *list = 0;
  for (int i = 0; i < 3; i++)
    list = push(push(list, i), i + 1);
  nothing();
here: nothing();
  return first(list);
}
