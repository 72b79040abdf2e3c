// The block is somewhere in a table that other files can name: which element holds it is not known.
void reach_error(void);
void *calloc(unsigned long count, unsigned long size);
int input(void);
void hit(void);
struct node {
    int number;
};
struct node *table[40];
int main(void) {
    struct node *node = calloc(1, sizeof *node);
    int at = input();
    if (node == 0 || at < 0 || at > 39) {
        return 0;
    }
    table[at] = node;
    node->number = 1;
    hit();
    if (node->number != 1) {
        reach_error();
    }
    return 0;
}
