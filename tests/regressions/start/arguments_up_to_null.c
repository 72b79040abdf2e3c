/* The loop ends at the NULL behind the last argument. */
int puts(const char *text);
int main(int argc, char **argv) {
    for (char **next = argv; *next != 0; next++) {
        puts(*next);
    }
    return 0;
}
