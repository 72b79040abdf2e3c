// UNSAFE line 46: buffer overflow
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define LABEL_LEN 8

typedef struct node {
    struct node *prev, *next;
    int weight;
    int len;
    char *long_label;            /* NULL if the label fits in label[] */
    char label[LABEL_LEN];
} node;

typedef struct { node *first, *last; } list;

static void list_append(list *l, node *n)
{
    n->next = NULL;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}

static void list_remove(list *l, node *n)
{
    if (n->prev) n->prev->next = n->next; else l->first = n->next;
    if (n->next) n->next->prev = n->prev; else l->last = n->prev;
}

static node *node_new(const char *text, int len, int weight)
{
    node *n = malloc(sizeof(node));
    if (!n)
        return NULL;
    n->weight = weight;
    n->len = len;
    n->long_label = NULL;
    if (len <= LABEL_LEN) {
        memcpy(n->label, text, (size_t)len);
        n->label[len] = '\0';
    } else {
        n->long_label = malloc((size_t)len + 1);
        if (!n->long_label) {
            free(n);
            return NULL;
        }
        memcpy(n->long_label, text, (size_t)len);
        n->long_label[len] = '\0';
    }
    return n;
}

static void node_free(node *n)
{
    free(n->long_label);
    free(n);
}

int main(void)
{
    static const char source[] = "the quick brown fox jumps over";
    list l = { NULL, NULL };
    node *n, *next;
    int c;

    while ((c = __VERIFIER_nondet_int()) != 0) {
        int len = __VERIFIER_nondet_int();
        if (len < 1 || len > 30)
            len = 3;
        n = node_new(source, len, c);
        if (!n)
            break;
        list_append(&l, n);
    }

    for (n = l.first; n; n = next) {       /* drop light nodes */
        next = n->next;
        if (n->weight < 0) {
            list_remove(&l, n);
            node_free(n);
        }
    }
    while ((n = l.first) != NULL) {
        list_remove(&l, n);
        node_free(n);
    }
    return 0;
}
