/* truth: leak of heap memory (records on the early return for a malformed line) at line 37; shown by: e09 F where F has a good line "3 bolt" followed by a bad one "x nut" */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* inventory: lines "quantity item", sorted by item; e09 [file] */

struct item {
    char name[40];
    long qty;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->name,
                  ((const struct item *)b)->name);
}

static struct item *load(const char *path, size_t *count)
{
    struct item *v = NULL, *nv;
    size_t n = 0;
    char line[100], *end;
    FILE *fp = fopen(path, "r");

    *count = 0;
    if (!fp) {
        perror(path);
        return NULL;
    }
    while (fgets(line, sizeof line, fp)) {
        long q = strtol(line, &end, 10);
        if (end == line || *end != ' ') {
            fprintf(stderr, "%s: malformed line: %s\n", path, line);
            fclose(fp);
            return NULL;
        }
        nv = realloc(v, (n + 1) * sizeof *v);
        if (!nv)
            break;
        v = nv;
        end++;
        end[strcspn(end, "\n")] = '\0';
        snprintf(v[n].name, sizeof v[n].name, "%s", end);
        v[n].qty = q;
        n++;
    }
    fclose(fp);
    *count = n;
    return v;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "inventory.txt";
    struct item *items;
    size_t n, i;

    items = load(path, &n);
    if (items == NULL)
        return 1;
    qsort(items, n, sizeof *items, by_name);
    for (i = 0; i < n; i++)
        printf("%-40s %6ld\n", items[i].name, items[i].qty);
    free(items);
    return 0;
}
