/* An error: nothing says that the function prints, so it may write to `name` as scanf does. */
int parse(const char *text, const char *format, ...);
int main(void) {
    char name[8] = "";
    parse("abc", "%s", name);
    return name[0] ? *(int *)0 : 0;
}
