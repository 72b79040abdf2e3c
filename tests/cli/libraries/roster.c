/* roster.c - persons, fixed-width records and score tables */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

struct score {
    int id;
    int points;
};

bool person_init(struct person *p, const char *name, int age)
{
    size_t size = strlen(name) + 1;

    p->age = age;
    p->name = malloc(size);
    if (p->name == NULL)
        return false;
    memcpy(p->name, name, size);
    return true;
}

/* Gives the person another name; the old block is kept if it is enough. */
bool person_rename(struct person *p, const char *name)
{
    size_t length = strlen(name);

    if (length > strlen(p->name)) {
        char *bigger = realloc(p->name, length);

        if (bigger == NULL)
            return false;
        p->name = bigger;
    }
    strcpy(p->name, name);
    return true;
}

void person_clear(struct person *p)
{
    free(p->name);
    p->name = NULL;
    p->age = 0;
}

/* Index of the oldest person, or -1 if there is nobody. */
ptrdiff_t people_oldest(const struct person *people, size_t n)
{
    ptrdiff_t oldest = -1;

    for (size_t i = 0; i < n; i++) {
        if (oldest < 0 || people[i].age > people[oldest].age)
            oldest = (ptrdiff_t)i;
    }
    return oldest;
}

bool person_format(const struct person *p, char *out, size_t size)
{
    int n = snprintf(out, size, "%s (%d)", p->name, p->age);

    return n >= 0 && (size_t)n < size;
}

/* Copies what fits and always terminates; returns the length of source. */
size_t copy_limited(char *target, const char *source, size_t size)
{
    size_t length = strlen(source);

    if (size > 0) {
        size_t n = length < size ? length : size - 1;

        memcpy(target, source, n);
        target[n] = '\0';
    }
    return length;
}

/* Fills a field of a record, padded with spaces and without terminator. */
void record_put(char *field, size_t width, const char *s)
{
    size_t i = 0;

    while (i < width && s[i] != '\0') {
        field[i] = s[i];
        i++;
    }
    while (i < width)
        field[i++] = ' ';
}

/* Copies a field of a record into a string, without the padding. */
bool record_get(const char *field, size_t width, char *out, size_t size)
{
    while (width > 0 && field[width - 1] == ' ')
        width--;
    if (width >= size)
        return false;
    memcpy(out, field, width);
    out[width] = '\0';
    return true;
}

/* Value of the leading digits of a field, at most INT_MAX. */
int record_number(const char *field, size_t width)
{
    int value = 0;

    for (size_t i = 0; i < width; i++) {
        int digit = field[i] - '0';

        if (digit < 0 || digit > 9)
            break;
        if (value > (INT_MAX - digit) / 10)
            return INT_MAX;
        value = value * 10 + digit;
    }
    return value;
}

/* Removes the entry of id from the table and returns the new count. */
int scores_remove(struct score *scores, int count, int id)
{
    for (int i = 0; i < count; i++) {
        if (scores[i].id == id) {
            for (; i < count; i++)
                scores[i] = scores[i + 1];
            return count - 1;
        }
    }
    return count;
}

/* Best score first; equal scores keep their order. */
void scores_sort(struct score *scores, int count)
{
    for (int i = 1; i < count; i++) {
        struct score current = scores[i];
        int j = i - 1;

        while (j >= 0 && scores[j].points < current.points) {
            scores[j + 1] = scores[j];
            j--;
        }
        scores[j + 1] = current;
    }
}
