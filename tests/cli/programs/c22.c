/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* which: find commands in $PATH */

static int find(const char *cmd, const char *path, int all)
{
    char full[256];
    char *copy, *dir, *save = NULL;
    int found = 0;

    if (strchr(cmd, '/') != NULL) {
        if (access(cmd, X_OK) != 0)
            return 0;
        puts(cmd);
        return 1;
    }
    copy = strdup(path);
    for (dir = strtok_r(copy, ":", &save); dir != NULL;
         dir = strtok_r(NULL, ":", &save)) {
        int n = snprintf(full, sizeof full, "%s/%s", dir, cmd);

        if (n < 0 || (size_t)n >= sizeof full) {
            fprintf(stderr, "path too long: %s/%s\n", dir, cmd);
            continue;
        }
        if (access(full, X_OK) == 0) {
            puts(full);
            found = 1;
            if (!all)
                break;
        }
    }
    free(copy);
    return found;
}

int main(int argc, char *argv[])
{
    const char *path = getenv("PATH");
    int all = 0, missing = 0;

    if (path == NULL)
        path = "/bin:/usr/bin";
    if (argc > 1 && strcmp(argv[1], "-a") == 0) {
        all = 1;
        argv++;
    }
    while (*++argv) {
        if (!find(*argv, path, all)) {
            fprintf(stderr, "%s: not found\n", *argv);
            missing = 1;
        }
    }
    return missing;
}
