// Functions of BSD and of newer C libraries that copy what fits.
typedef unsigned long size_t;
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int main(void) {
    char text[8];
    if (strlcpy(text, "0123456789", sizeof text) != 10 || strcmp(text, "0123456")) return 1;
    if (strlcpy(text, "ab", sizeof text) != 2 || strcmp(text, "ab")) return 2;
    if (strlcat(text, "cdefghij", sizeof text) != 10 || strcmp(text, "abcdefg")) return 3;
    if (strlcat(text, "x", 3) != 4 || strcmp(text, "abcdefg")) return 4;
    if (strlcpy(text, "xyz", 0) != 3 || text[0] != 'a') return 5;
    return 0;
}
