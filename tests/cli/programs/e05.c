/* truth: leak of heap memory (word of a node removed with -word) at line 41; shown by: e05 alpha beta -alpha (removal of a word given earlier; no file) */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* set of words from the arguments: "w" adds, "-w" removes; prints the set */

struct node {
    char *word;
    struct node *next;
};

static struct node *set_add(struct node *head, const char *w)
{
    struct node *n;

    for (n = head; n; n = n->next)
        if (strcmp(n->word, w) == 0)
            return head;
    n = malloc(sizeof *n);
    if (n == NULL)
        return head;
    n->word = strdup(w);
    if (n->word == NULL) {
        free(n);
        return head;
    }
    n->next = head;
    return n;
}

static struct node *set_remove(struct node *head, const char *w)
{
    struct node **pp = &head;

    while (*pp != NULL) {
        struct node *n = *pp;
        if (strcmp(n->word, w) == 0) {
            *pp = n->next;
            free(n);
            break;
        }
        pp = &n->next;
    }
    return head;
}

static void set_free(struct node *head)
{
    while (head) {
        struct node *next = head->next;
        free(head->word);
        free(head);
        head = next;
    }
}

int main(int argc, char **argv)
{
    struct node *set = NULL, *n;
    int i;

    for (i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (a[0] == '-' && a[1] != '\0')
            set = set_remove(set, a + 1);
        else if (a[0] != '\0')
            set = set_add(set, a);
    }
    for (n = set; n; n = n->next)
        printf("%s%c", n->word, n->next ? ' ' : '\n');
    set_free(set);
    return 0;
}
