// Each node of a list owns a copy of a text, and holds another one itself.
// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char *name;
    char label[16];
    struct node *next;
};

int main(void) {
    char line[64];
    struct node *head = 0;
    while (fgets(line, sizeof line, stdin)) {
        struct node *node = malloc(sizeof *node);
        node->name = strdup(line);
        snprintf(node->label, sizeof node->label, "%s", line);
        node->next = head;
        head = node;
    }
    while (head) {
        struct node *next = head->next;
        printf("%s %zu\n", head->label, strlen(head->name));
        free(head->name);
        free(head);
        head = next;
    }
    return 0;
}
