// UNSAFE: invalid-free in line 67
/* Reads some lines, strips blanks at both ends, prints them with lengths. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINES 10

struct text {
    char *data;
    size_t length;
};

static int text_set(struct text *t, const char *s)
{
    t->length = strlen(s);
    t->data = malloc(t->length + 1);
    if (t->data == NULL) {
        t->length = 0;
        return 0;
    }
    memcpy(t->data, s, t->length + 1);
    return 1;
}

static void text_strip(struct text *t)
{
    while (t->length > 0 && isspace((unsigned char)t->data[t->length - 1]))
        t->length--;
    t->data[t->length] = '\0';
    while (t->length > 0 && isspace((unsigned char)t->data[0])) {
        t->data++;
        t->length--;
    }
}

static size_t total_length(const struct text *lines, int count)
{
    size_t total = 0;
    for (int i = 0; i < count; i++)
        total += lines[i].length;
    return total;
}

int main(void)
{
    struct text lines[MAX_LINES];
    int count = 0;
    char buf[100];

    while (count < MAX_LINES && fgets(buf, sizeof buf, stdin) != NULL) {
        if (!text_set(&lines[count], buf)) {
            fprintf(stderr, "out of memory in line %d\n", count + 1);
            break;
        }
        text_strip(&lines[count]);
        count++;
    }

    for (int i = 0; i < count; i++)
        printf("%3zu: '%s'\n", lines[i].length, lines[i].data);
    printf("%zu characters in %d lines\n", total_length(lines, count), count);

    while (count > 0) {
        count--;
        free(lines[count].data);
    }
    return 0;
}
