// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* pathjoin PART...   joins the parts to a path, prints the path, its last
   component, its suffix and a name for a backup copy. */

static char *path_join(const char *dir, const char *name)
{
    size_t dlen = strlen(dir);
    size_t nlen = strlen(name);
    size_t slash = dlen > 0 && dir[dlen - 1] != '/';
    char *path = malloc(dlen + slash + nlen + 1);

    if (path == NULL)
        return NULL;
    memcpy(path, dir, dlen);
    if (slash)
        path[dlen] = '/';
    strcpy(path + dlen + slash, name);
    return path;
}

/* "a//b///c" -> "a/b/c", in place */
static void squeeze(char *path)
{
    char *from = path, *to = path;

    while (*from != '\0') {
        *to++ = *from;
        if (*from == '/')
            while (from[1] == '/')
                from++;
        from++;
    }
    *to = '\0';
}

static const char *base_name(const char *path)
{
    const char *p = strrchr(path, '/');

    return p != NULL ? p + 1 : path;
}

static const char *suffix(const char *base)
{
    const char *dot = strrchr(base, '.');

    if (dot == NULL || dot == base)
        return "";
    return dot + 1;
}

static int backup_name(char *buf, size_t size, const char *base, int n)
{
    int len = snprintf(buf, size, "%s.~%d~", base, n);

    if (len < 0 || (size_t)len >= size)
        return -1;
    return 0;
}

int main(int argc, char **argv)
{
    char backup[64];
    const char *base;
    char *path;
    int i;

    if (argc < 2) {
        fprintf(stderr, "usage: pathjoin PART...\n");
        return 2;
    }
    path = path_join("", argv[1]);
    for (i = 2; path != NULL && i < argc; i++) {
        const char *part = argv[i];
        char *longer;

        if (part[0] == '/' && path[0] != '\0')
            part++;
        longer = path_join(path, part);
        free(path);
        path = longer;
    }
    if (path == NULL) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    squeeze(path);
    base = base_name(path);
    printf("path:   %s\nbase:   %s\nsuffix: %s\n", path, base, suffix(base));
    if (backup_name(backup, sizeof backup, base, argc) == 0)
        printf("backup: %s\n", backup);
    else
        printf("backup: name too long\n");
    free(path);
    return 0;
}
