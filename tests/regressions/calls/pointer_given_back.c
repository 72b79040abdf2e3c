/* A pointer that the function gives is NULL, or leads to an object of its type: the program tests it. */
struct item { int count; struct item *next; };
const struct item *lookup(const char *name);
int main(void) {
    int sum = 0;
    for (const struct item *item = lookup("x"); item != 0; item = item->next) {
        sum = sum + (item->count & 1);
    }
    return sum;
}
