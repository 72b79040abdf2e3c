/* truth: line 17: NULL dereference: getenv("HOME") is NULL when HOME is unset, passed to strlen; needs an argument starting with ~/ */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* expand a leading ~/ in each argument and tell whether the file exists */

static char *expand(const char *arg)
{
    char *home, *out;
    size_t len;

    if (arg[0] != '~' || (arg[1] != '/' && arg[1] != '\0'))
        return strdup(arg);
    home = getenv("HOME");
    len = strlen(home) + strlen(arg);
    out = malloc(len);
    if (out == NULL) {
        perror("malloc");
        exit(1);
    }
    strcpy(out, home);
    strcat(out, arg + 1);
    return out;
}

int main(int argc, char *argv[])
{
    int i, missing = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: %s path...\n", argv[0]);
        return 2;
    }
    for (i = 1; i < argc; i++) {
        char *path = expand(argv[i]);

        if (path == NULL)
            return 1;
        if (access(path, F_OK) == 0) {
            printf("%s\n", path);
        } else {
            printf("%s (missing)\n", path);
            missing++;
        }
        free(path);
    }
    return missing > 0;
}
