// UNSAFE: no room for the zero that ends the block (pack adds up one too few), write beyond it, in line 32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

/* Packs the arguments into one block, "one\0two\0three\0\0": every string
   ends with a zero, and an empty string ends the block. */

static char *pack(int argc, char **argv)
{
    size_t total = 0;
    char *block, *p;
    int i;

    for (i = 1; i < argc; i++)
        if (argv[i][0] != '\0')
            total += strlen(argv[i]) + 1;
    block = malloc(total);
    if (block == NULL)
        return NULL;
    p = block;
    for (i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);

        if (n == 0)
            continue;
        memcpy(p, argv[i], n + 1);
        p += n + 1;
    }
    *p = '\0';
    return block;
}

static const char *next(const char *p)
{
    return p + strlen(p) + 1;
}

static int count(const char *block)
{
    const char *p;
    int n = 0;

    for (p = block; *p != '\0'; p = next(p))
        n++;
    return n;
}

static const char *nth(const char *block, int n)
{
    const char *p;

    for (p = block; *p != '\0'; p = next(p))
        if (n-- == 0)
            return p;
    return NULL;
}

static const char *longest(const char *block)
{
    const char *p, *best = block;

    for (p = block; *p != '\0'; p = next(p))
        if (strlen(p) > strlen(best))
            best = p;
    return best;
}

int main(int argc, char **argv)
{
    char *block = pack(argc, argv);
    const char *s;
    int want;

    if (block == NULL) {
        perror("pack");
        return 1;
    }
    printf("%d strings, longest \"%s\"\n", count(block), longest(block));
    want = __VERIFIER_nondet_int();
    if (want >= 0) {
        s = nth(block, want);
        printf("%d: %s\n", want, s != NULL ? s : "(no such string)");
    }
    free(block);
    return 0;
}
