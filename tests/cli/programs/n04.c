// SAFE
/* tail(1) in small: remembers the last eight lines of the input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEEP 8u /* a power of two */

struct ring {
    char *line[KEEP];
    unsigned start;
    unsigned count;
};

static char *copy_line(const char *s)
{
    size_t n = strlen(s);
    char *p = malloc(n + 1);
    if (p != NULL)
        memcpy(p, s, n + 1);
    return p;
}

static void ring_add(struct ring *r, char *line)
{
    if (r->count == KEEP) {
        free(r->line[r->start]);
        r->line[r->start] = line;
        r->start = (r->start + 1) & (KEEP - 1);
    } else {
        r->line[(r->start + r->count) & (KEEP - 1)] = line;
        r->count++;
    }
}

static char *ring_take(struct ring *r)
{
    char *line = r->line[r->start];
    r->start = (r->start + 1) & (KEEP - 1);
    r->count--;
    return line;
}

int main(void)
{
    struct ring r;
    char buf[80];
    int rc = EXIT_SUCCESS;
    unsigned number = 1;

    r.start = 0;
    r.count = 0;

    while (fgets(buf, sizeof(buf), stdin)) {
        char *line;
        buf[strcspn(buf, "\n")] = '\0';
        if (strcmp(buf, ".") == 0)
            break;
        line = copy_line(buf);
        if (!line) {
            perror("malloc");
            rc = EXIT_FAILURE;
            break;
        }
        ring_add(&r, line);
    }

    while (r.count > 0) {
        char *line = ring_take(&r);
        printf("%u: %s\n", number++, line);
        free(line);
    }
    return rc;
}
