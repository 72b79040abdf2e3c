// The block that the library gives through an argument holds the address of a static variable, and a function gets the block.
void reach_error(void);
int posix_memalign(void **block, unsigned long alignment, unsigned long size);
struct node {
    int *at;
};
void keep(struct node *node);
void tick(void);
static int place;
int main(void) {
    void *block = 0;
    if (posix_memalign(&block, 16, sizeof(struct node)) != 0) {
        return 0;
    }
    struct node *node = block;
    node->at = &place;
    keep(node);
    place = 0;
    tick();
    if (place != 0) {
        reach_error();
    }
    return 0;
}
