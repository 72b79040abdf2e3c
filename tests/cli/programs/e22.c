/* truth: line 47: out-of-bounds string read: the file buffer has no terminating zero byte, strstr reads beyond it (any file without zero bytes) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* count the occurrences of a word in a file */

static char *slurp(const char *name)
{
    FILE *fp = fopen(name, "rb");
    char *data = NULL;
    long size;

    if (fp == NULL)
        return NULL;
    if (fseek(fp, 0, SEEK_END) == 0 && (size = ftell(fp)) > 0) {
        rewind(fp);
        data = malloc(size);
        if (data != NULL && fread(data, 1, size, fp) != (size_t)size) {
            free(data);
            data = NULL;
        }
    }
    fclose(fp);
    return data;
}

int main(int argc, char **argv)
{
    unsigned long total = 0;
    size_t len;
    int i;

    if (argc < 3 || argv[1][0] == '\0') {
        fprintf(stderr, "usage: %s word file...\n", argv[0]);
        return 2;
    }
    len = strlen(argv[1]);
    for (i = 2; i < argc; i++) {
        unsigned long n = 0;
        char *data = slurp(argv[i]), *p;

        if (data == NULL) {
            fprintf(stderr, "%s: cannot read %s\n", argv[0], argv[i]);
            continue;
        }
        for (p = data; (p = strstr(p, argv[1])) != NULL; p += len)
            n++;
        printf("%s: %lu\n", argv[i], n);
        total += n;
        free(data);
    }
    if (argc > 3)
        printf("total: %lu\n", total);
    return total == 0;
}
