// BUG(use-after-free): line 34, the loop reads p->next after p has been freed
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define NBUCKET 7

struct node {
    int group;
    char *label;
    struct node *next;
};

static struct node *bucket[NBUCKET];

static void add(int group, const char *label)
{
    struct node *p = malloc(sizeof *p);
    p->group = group;
    p->label = malloc(strlen(label) + 1);
    strcpy(p->label, label);
    p->next = bucket[group % NBUCKET];
    bucket[group % NBUCKET] = p;
}

static int remove_group(int group)
{
    int removed = 0;
    struct node *prev = NULL;
    struct node *p;

    for (p = bucket[group % NBUCKET]; p != NULL; p = p->next) {
        if (p->group == group) {
            if (prev)
                prev->next = p->next;
            else
                bucket[group % NBUCKET] = p->next;
            free(p->label);
            free(p);
            removed++;
        } else {
            prev = p;
        }
    }
    return removed;
}

static void clear(void)
{
    for (int i = 0; i < NBUCKET; i++) {
        struct node *p = bucket[i];
        while (p) {
            struct node *next = p->next;
            free(p->label);
            free(p);
            p = next;
        }
        bucket[i] = NULL;
    }
}

int main(void)
{
    char text[20];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 20)
        return 0;
    for (int i = 0; i < n; i++) {
        int g = __VERIFIER_nondet_int();
        if (g < 0)
            continue;
        snprintf(text, sizeof text, "item %d", i);
        add(g, text);
    }
    int g = __VERIFIER_nondet_int();
    if (g >= 0)
        printf("removed %d\n", remove_group(g));
    clear();
    return 0;
}
