// Strings: literals, arrays, pointer arithmetic.
typedef unsigned long size_t;
int printf(const char *format, ...);

static size_t length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return p - s;
}

static void reverse(char *s) {
    char *e = s + length(s);
    while (s < --e) {
        char c = *s;
        *s++ = *e;
        *e = c;
    }
}

int main(void) {
    char text[] = "stressed";
    char buffer[16] = "ab";
    reverse(text);
    printf("%s %lu %lu %d\n", text, length(text), sizeof text, buffer[2]);
    printf("[%5d][%-5d][%05d][%+d][%s][%.2s][%6s][%c%c]\n", 42, 42, 42, 42, "abc", "abcdef", "xyz", 'o', 'k');
    printf("%5.1f %g %e %% %i\n", 3.14159, 0.5, 12345.678, -3);
    const char *names[] = {"zero", "one", "two"};
    for (int i = 2; i >= 0; i--) printf("%s%s", names[i], i ? " " : "\n");
    return (int)length(names[2]);
}
