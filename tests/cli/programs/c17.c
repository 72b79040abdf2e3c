/* truth: correct */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* look up keys in a "key = value" configuration file */

struct entry {
    char key[32];
    char *value;
    struct entry *next;
};

static char *trim(char *s)
{
    char *end;

    while (isspace((unsigned char)*s))
        s++;
    end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        end--;
    *end = '\0';
    return s;
}

static struct entry *load(FILE *fp)
{
    struct entry *list = NULL;
    char line[512];

    while (fgets(line, sizeof line, fp) != NULL) {
        char *s = trim(line), *eq;
        struct entry *e;

        if (*s == '\0' || *s == '#')
            continue;
        if ((eq = strchr(s, '=')) == NULL) {
            fprintf(stderr, "ignored: %s\n", s);
            continue;
        }
        *eq = '\0';
        e = malloc(sizeof *e);
        strncpy(e->key, trim(s), sizeof e->key - 1);
        e->key[sizeof e->key - 1] = '\0';
        e->value = strdup(trim(eq + 1));
        e->next = list;
        list = e;
    }
    return list;
}

static const char *lookup(const struct entry *e, const char *key)
{
    for (; e != NULL; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e->value;
    return NULL;
}

int main(int argc, char *argv[])
{
    struct entry *list, *next;
    FILE *fp;
    int i;

    if (argc < 2) {
        fprintf(stderr, "usage: %s file [key...]\n", argv[0]);
        return 2;
    }
    if ((fp = fopen(argv[1], "r")) == NULL) {
        perror(argv[1]);
        return 1;
    }
    list = load(fp);
    fclose(fp);
    for (i = 2; i < argc; i++) {
        const char *v = lookup(list, argv[i]);
        printf("%s: %s\n", argv[i], v ? v : "(unset)");
    }
    for (; list != NULL; list = next) {
        next = list->next;
        free(list->value);
        free(list);
    }
    return 0;
}
