// SAFE
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads "key = value" lines from stdin; prints the values of the keys
   named on the command line, or the whole table without arguments. */

struct entry {
    char *key;
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

static struct entry *find(struct entry *list, const char *key)
{
    for (; list != NULL; list = list->next)
        if (strcmp(list->key, key) == 0)
            return list;
    return NULL;
}

static int set(struct entry **list, const char *key, const char *value)
{
    struct entry *e = find(*list, key);
    char *copy = strdup(value);

    if (copy == NULL)
        return -1;
    if (e != NULL) {
        free(e->value);
        e->value = copy;
        return 0;
    }
    e = malloc(sizeof *e);
    if (e == NULL) {
        free(copy);
        return -1;
    }
    e->key = strdup(key);
    if (e->key == NULL) {
        free(copy);
        free(e);
        return -1;
    }
    e->value = copy;
    e->next = *list;
    *list = e;
    return 0;
}

static int load(FILE *in, struct entry **list)
{
    char line[256];

    while (fgets(line, sizeof line, in) != NULL) {
        char *p = trim(line);
        char *eq;

        if (*p == '\0' || *p == '#')
            continue;
        eq = strchr(p, '=');
        if (eq == NULL) {
            fprintf(stderr, "no '=' in: %s\n", p);
            continue;
        }
        *eq = '\0';
        if (set(list, trim(p), trim(eq + 1)) != 0)
            return -1;
    }
    return 0;
}

static void free_list(struct entry *list)
{
    while (list != NULL) {
        struct entry *next = list->next;
        free(list->key);
        free(list->value);
        free(list);
        list = next;
    }
}

int main(int argc, char **argv)
{
    struct entry *list = NULL;
    int i, status = 0;

    if (load(stdin, &list) != 0) {
        fprintf(stderr, "out of memory\n");
        status = 1;
    } else if (argc < 2) {
        for (struct entry *e = list; e != NULL; e = e->next)
            printf("%s=%s\n", e->key, e->value);
    } else {
        for (i = 1; i < argc; i++) {
            struct entry *e = find(list, argv[i]);
            printf("%s\n", e != NULL ? e->value : "(none)");
        }
    }
    free_list(list);
    return status;
}
