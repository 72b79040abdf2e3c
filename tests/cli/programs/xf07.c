// BUG(invalid-free): line 65, trimming has moved lines[i] past the start of its block
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *get_line(int width)
{
    char *s = malloc((size_t)width + 1);
    int i;
    for (i = 0; i < width; i++) {
        int c = __VERIFIER_nondet_int();
        if (c < 4)
            s[i] = ' ';
        else
            s[i] = (char)('a' + c % 26);
    }
    s[i] = '\0';
    return s;
}

static void trim_all(char **lines, int n)
{
    for (int i = 0; i < n; i++) {
        size_t len = strlen(lines[i]);
        while (len > 0 && isspace((unsigned char)lines[i][len - 1]))
            lines[i][--len] = '\0';
        while (isspace((unsigned char)*lines[i]))
            lines[i]++;
    }
}

static int longest(char **lines, int n)
{
    size_t best = 0;
    for (int i = 0; i < n; i++) {
        size_t len = strlen(lines[i]);
        if (len > best)
            best = len;
    }
    return (int)best;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int width = __VERIFIER_nondet_int();

    if (n < 1 || n > 12 || width < 1 || width > 40)
        return 0;

    char **lines = malloc(n * sizeof(char *));
    for (int i = 0; i < n; i++)
        lines[i] = get_line(width);

    trim_all(lines, n);

    int w = longest(lines, n);
    for (int i = 0; i < n; i++)
        printf("[%-*s]\n", w, lines[i]);

    for (int i = 0; i < n; i++)
        free(lines[i]);
    free(lines);
    return 0;
}
