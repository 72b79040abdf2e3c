// SAFE
/* Reads one number per line, prints the sorted distinct values and the median. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 4096

struct vec {
    long *data;
    size_t used;
    size_t capacity;
};

static int vec_push(struct vec *v, long x)
{
    if (v->used == v->capacity) {
        size_t ncap = v->capacity ? v->capacity * 2 : 4;
        long *p = realloc(v->data, ncap * sizeof *p);
        if (p == NULL)
            return 0;
        v->data = p;
        v->capacity = ncap;
    }
    v->data[v->used++] = x;
    return 1;
}

static void vec_sort(struct vec *v)
{
    for (size_t i = 1; i < v->used; i++) {
        long x = v->data[i];
        size_t j = i;
        while (j > 0 && v->data[j - 1] > x) {
            v->data[j] = v->data[j - 1];
            j--;
        }
        v->data[j] = x;
    }
}

static void vec_unique(struct vec *v)
{
    size_t out = 0;
    for (size_t i = 0; i < v->used; i++) {
        if (out == 0 || v->data[out - 1] != v->data[i])
            v->data[out++] = v->data[i];
    }
    v->used = out;
}

int main(void)
{
    struct vec v = { NULL, 0, 0 };
    char line[64];
    int status = 0;

    while (v.used < LIMIT && fgets(line, sizeof line, stdin) != NULL) {
        char *end;
        long x;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0')
            break;
        x = strtol(line, &end, 10);
        if (end == line)
            continue;
        if (!vec_push(&v, x)) {
            fprintf(stderr, "no memory for value %zu\n", v.used + 1);
            status = 1;
            goto out;
        }
    }
    vec_sort(&v);
    vec_unique(&v);
    for (size_t i = 0; i < v.used; i++)
        printf("%ld%c", v.data[i], i + 1 < v.used ? ' ' : '\n');
    if (v.used > 0)
        printf("median %ld\n", v.data[v.used / 2]);
out:
    free(v.data);
    return status;
}
