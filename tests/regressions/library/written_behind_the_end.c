/* A string is written behind the end of its buffer: none begins there. */
char *strncpy(char *, const char *, unsigned long);
char buffer[16];
int main(void) {
    char *end = buffer + 20;
    strncpy(end, "abc", 4);
    return 0;
}
