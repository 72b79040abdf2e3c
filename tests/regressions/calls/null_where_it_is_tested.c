/* Where the program finds the pointer to be NULL, it uses it. */
struct item { int count; struct item *next; };
const struct item *lookup(const char *name);
int main(void) {
    const struct item *item = lookup("x");
    if (item == 0) {
        return item->count;
    }
    return 0;
}
