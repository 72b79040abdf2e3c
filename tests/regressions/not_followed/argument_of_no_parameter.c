/* What no parameter takes is evaluated all the same. */
static void tell(const char *text, ...) {}

int main(int count, char **arguments) {
    int *p = count > 2 ? &count : 0;
    tell("some number: %d", *p);
    return 0;
}
