/* Unknown: the second function may end the object that the first has given. */
const char *lookup(const char *key);
void set(const char *key, const char *value);
int main(void) {
    const char *text = lookup("a");
    set("a", "b");
    if (text) {
        return *text;
    }
    return 0;
}
