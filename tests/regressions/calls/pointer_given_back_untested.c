/* Unknown: only the body says whether the pointer is NULL. */
struct item { int count; struct item *next; };
const struct item *lookup(const char *name);
int main(void) {
    return lookup("x")->count;
}
