/* truth: heap buffer overflow by one (no room for the terminator) at line 24; shown by: e03 F where F holds at least one line, even an empty one */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* uniq -c for unsorted files: a linked list of lines with counts */

struct line {
    struct line *next;
    char *text;
    int count;
};

static struct line *new_line(const char *s, size_t len)
{
    struct line *l = malloc(sizeof *l);

    if (!l)
        exit(2);
    l->text = malloc(len);
    if (!l->text)
        exit(2);
    memcpy(l->text, s, len);
    l->text[len] = '\0';
    l->count = 1;
    l->next = NULL;
    return l;
}

static void note(struct line **pp, const char *s)
{
    while (*pp) {
        if (strcmp((*pp)->text, s) == 0) {
            (*pp)->count++;
            return;
        }
        pp = &(*pp)->next;
    }
    *pp = new_line(s, strlen(s));
}

int main(int argc, char **argv)
{
    struct line *all = NULL;
    char buf[1024];
    int i;

    for (i = 1; i < argc; i++) {
        FILE *fp = fopen(argv[i], "r");

        if (fp == NULL) {
            fprintf(stderr, "%s: cannot open\n", argv[i]);
            continue;
        }
        while (fgets(buf, sizeof buf, fp)) {
            buf[strcspn(buf, "\n")] = '\0';
            note(&all, buf);
        }
        fclose(fp);
    }
    while (all) {
        struct line *l = all;
        all = l->next;
        printf("%6d %s\n", l->count, l->text);
        free(l->text);
        free(l);
    }
    return 0;
}
