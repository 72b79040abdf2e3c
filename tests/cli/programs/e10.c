/* truth: NULL dereference (unchecked fopen of the optional fixed file stop.txt) at line 21; shown by: e10 -s the cat (no stop.txt in the current directory; fine without -s, or when stop.txt exists) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* capitals: join the arguments to an acronym; -s skips words in stop.txt */

struct stop {
    struct stop *next;
    char word[24];
};

static struct stop *load_stop(void)
{
    struct stop *list = NULL;
    char line[24];
    FILE *fp = fopen("stop.txt", "r");

    while (fgets(line, sizeof line, fp)) {
        struct stop *s;

        line[strcspn(line, "\n")] = '\0';
        if (!line[0])
            continue;
        s = malloc(sizeof *s);
        if (!s)
            break;
        strcpy(s->word, line);
        s->next = list;
        list = s;
    }
    fclose(fp);
    return list;
}

static int is_stop(const struct stop *s, const char *w)
{
    while (s) {
        if (strcmp(s->word, w) == 0)
            return 1;
        s = s->next;
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct stop *list = NULL, *s;
    int opt, i;

    while ((opt = getopt(argc, argv, "s")) != -1) {
        if (opt == 's' && list == NULL)
            list = load_stop();
    }
    for (i = optind; i < argc; i++) {
        unsigned char c = argv[i][0];
        if (c == '\0' || is_stop(list, argv[i]))
            continue;
        if (c >= 'a' && c <= 'z')
            c -= 'a' - 'A';
        putchar(c);
    }
    putchar('\n');
    while ((s = list)) {
        list = s->next;
        free(s);
    }
    return 0;
}
