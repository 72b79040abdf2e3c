/* Each argument is a string, and NULL stands behind the last one. */
int puts(const char *text);
int strcmp(const char *a, const char *b);
int main(int argc, char **argv) {
    int quiet = 0;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (argument[0] == '-' && argument[1] == 'q') {
            quiet = 1;
        } else if (strcmp(argv[i], "--verbose") == 0) {
            quiet = 0;
        } else if (!quiet) {
            puts(argv[i]);
        }
    }
    return 0;
}
