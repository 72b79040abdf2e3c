/* truth: use after free (cached pointer to a replaced value) at line 79; shown by: e08 F where F defines "name" twice, e.g. lines "name=a" and "name=b" */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a properties file in a hash table; prints a greeting from "name" */

#define SIZE 8

struct prop {
    char *key;
    char *val;
    struct prop *next;
};

static struct prop *tab[SIZE];

static struct prop **bucket(const char *k)
{
    unsigned h = 0;
    for (; *k; k++)
        h = 31 * h + (unsigned char)*k;
    return &tab[h % SIZE];
}

static struct prop *put(const char *k, const char *v)
{
    struct prop **b = bucket(k), *p;

    for (p = *b; p; p = p->next)
        if (strcmp(p->key, k) == 0) {
            free(p->val);
            if (!(p->val = strdup(v)))
                abort();
            return p;
        }
    p = malloc(sizeof *p);
    if (!p)
        abort();
    p->key = strdup(k);
    p->val = strdup(v);
    if (!p->key || !p->val)
        abort();
    p->next = *b;
    *b = p;
    return p;
}

int main(int argc, char **argv)
{
    const char *who = NULL;
    char buf[160];
    FILE *in;
    int i;

    if (argc != 2)
        return 2;
    in = fopen(argv[1], "r");
    if (in == NULL) {
        perror(argv[1]);
        return 1;
    }
    while (fgets(buf, sizeof buf, in)) {
        char *v = buf, *k;
        struct prop *p;

        buf[strcspn(buf, "\n")] = '\0';
        k = strsep(&v, "=");
        if (v == NULL || *k == '\0')
            continue;
        p = put(k, v);
        if (who == NULL && strcmp(k, "name") == 0)
            who = p->val;
    }
    fclose(in);

    if (who)
        printf("Hello, %s!\n", who);
    for (i = 0; i < SIZE; i++)
        while (tab[i]) {
            struct prop *p = tab[i];
            tab[i] = p->next;
            free(p->key);
            free(p->val);
            free(p);
        }
    return 0;
}
