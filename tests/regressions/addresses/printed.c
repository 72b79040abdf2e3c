void *malloc(unsigned long);
void free(void *);
int sprintf(char *text, const char *format, ...);
unsigned long strtoul(const char *, char **, int);
int main(void) {
    char text[40];
    int *p = malloc(4);
    if (!p) return 0;
    sprintf(text, "%p", (void *)p);
    p = 0;
    free((int *)strtoul(text, 0, 16));
    return 0;
}
