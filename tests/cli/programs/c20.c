/* truth: correct */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* hex dump of files */

#define WIDTH 16

static void dump(FILE *fp)
{
    unsigned char buf[WIDTH];
    char hex[WIDTH * 3 + 1], text[WIDTH + 1];
    unsigned long offset = 0;
    size_t n, i;

    while ((n = fread(buf, 1, sizeof buf, fp)) > 0) {
        char *h = hex;

        for (i = 0; i < n; i++) {
            h += sprintf(h, "%02x ", buf[i]);
            text[i] = isprint(buf[i]) ? buf[i] : '.';
        }
        text[n] = '\0';
        printf("%08lx  %-*s |%s|\n", offset, WIDTH * 3, hex, text);
        offset += n;
    }
    printf("%08lx\n", offset);
}

int main(int argc, char *argv[])
{
    int i, failed = 0;

    if (argc < 2)
        dump(stdin);
    for (i = 1; i < argc; i++) {
        FILE *fp;

        if (strcmp(argv[i], "-") == 0) {
            dump(stdin);
            continue;
        }
        fp = fopen(argv[i], "rb");
        if (!fp) {
            fprintf(stderr, "%s: cannot open %s\n", argv[0], argv[i]);
            failed++;
            continue;
        }
        if (argc > 2)
            printf("%s:\n", argv[i]);
        dump(fp);
        fclose(fp);
    }
    return failed ? 1 : 0;
}
