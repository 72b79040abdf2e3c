/* truth: correct */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* add up lengths such as "12cm 3in 2m" and print the total */

struct unit {
    const char *name;
    double metres;
};

/* sorted by name */
static const struct unit units[] = {
    { "cm", 0.01 }, { "ft", 0.3048 }, { "in", 0.0254 }, { "km", 1000.0 },
    { "m", 1.0 },   { "mi", 1609.344 }, { "mm", 0.001 }, { "yd", 0.9144 },
};

#define NUNITS (sizeof units / sizeof units[0])

static int cmp_unit(const void *key, const void *elem)
{
    return strcmp(key, ((const struct unit *)elem)->name);
}

int main(int argc, char *argv[])
{
    char log[100];
    size_t used = 0;
    double total = 0.0;
    int i, n, full = 0;

    log[0] = '\0';
    for (i = 1; i < argc; i++) {
        const struct unit *u;
        char *end;
        double x = strtod(argv[i], &end);

        if (end == argv[i]) {
            fprintf(stderr, "%s: not a length: %s\n", argv[0], argv[i]);
            return 1;
        }
        u = bsearch(end, units, NUNITS, sizeof units[0], cmp_unit);
        if (u == NULL) {
            fprintf(stderr, "%s: unknown unit: %s\n", argv[0], end);
            return 1;
        }
        total += x * u->metres;
        if (!full) {
            n = snprintf(log + used, sizeof log - used, "%s%g%s",
                         used > 0 ? " + " : "", x, u->name);
            if (n < 0 || (size_t)n >= sizeof log - used)
                full = 1;
            else
                used += (size_t)n;
        }
    }
    if (argc > 1)
        printf("%s%s = %.4f m\n", log, full ? "..." : "", total);
    return 0;
}
