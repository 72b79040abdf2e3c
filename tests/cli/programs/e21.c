/* truth: line 42: invalid free: an argument with leading white space moves p before free(p) */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* print each argument in title case, squeezed and trimmed */

static void title(char *s)
{
    char *to = s;
    int start = 1;

    for (; *s != '\0'; s++) {
        if (isspace((unsigned char)*s)) {
            if (!start)
                *to++ = ' ';
            start = 1;
        } else {
            *to++ = start ? toupper((unsigned char)*s)
                          : tolower((unsigned char)*s);
            start = 0;
        }
    }
    *to = '\0';
}

static void show(const char *arg)
{
    char *p = strdup(arg);
    size_t n;

    if (p == NULL)
        return;
    while (isspace((unsigned char)*p))
        p++;
    n = strlen(p);
    while (n > 0 && isspace((unsigned char)p[n - 1]))
        p[--n] = '\0';
    title(p);
    printf("[%s]\n", p);
    free(p);
}

int main(int argc, char *argv[])
{
    const char *prog = argv[0];

    argc--, argv++;
    if (argc == 0) {
        fprintf(stderr, "usage: %s text...\n", prog);
        return 1;
    }
    while (argc > 0) {
        show(*argv);
        argc--, argv++;
    }
    return 0;
}
