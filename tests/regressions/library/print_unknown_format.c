int printf(const char *format, ...);
char *fgets(char *, int, void *);
extern void *stdin;
int main(void) {
    char text[8];
    if (fgets(text, 8, stdin)) printf(text);
    return 0;
}
