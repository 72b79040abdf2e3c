/* truth: line 35: use after free: p->next read after free(p) when a line of the file contains the word */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* print a file without the lines that contain a word */

struct line {
    char *text;
    struct line *next;
};

static struct line *read_lines(FILE *fp)
{
    struct line *head = NULL, **tail = &head;
    char *buf = NULL;
    size_t cap = 0;

    while (getline(&buf, &cap, fp) != -1) {
        struct line *l = malloc(sizeof *l);
        buf[strcspn(buf, "\n")] = '\0';
        l->text = strdup(buf);
        l->next = NULL;
        *tail = l;
        tail = &l->next;
    }
    free(buf);
    return head;
}

static struct line *drop(struct line *head, const char *word)
{
    struct line *p, *prev = NULL;

    for (p = head; p != NULL; p = p->next) {
        if (strstr(p->text, word) == NULL) {
            prev = p;
            continue;
        }
        if (prev != NULL)
            prev->next = p->next;
        else
            head = p->next;
        free(p->text);
        free(p);
    }
    return head;
}

int main(int argc, char *argv[])
{
    struct line *head;
    FILE *fp;

    if (argc != 3) {
        fprintf(stderr, "usage: %s word file\n", argv[0]);
        return 2;
    }
    if ((fp = fopen(argv[2], "r")) == NULL) {
        perror(argv[2]);
        return 1;
    }
    head = read_lines(fp);
    fclose(fp);
    head = drop(head, argv[1]);
    while (head != NULL) {
        struct line *next = head->next;
        puts(head->text);
        free(head->text);
        free(head);
        head = next;
    }
    return 0;
}
