/* The attribute says that the pointer is not NULL. */
struct item { int count; struct item *next; };
__attribute__((returns_nonnull)) const struct item *lookup(const char *name);
int main(void) {
    int room[1] = {0};
    const struct item *item = lookup("x");
    if (item == 0) {
        return room[1];
    }
    return item->count;
}
