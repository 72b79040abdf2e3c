// UNSAFE: invalid-free in line 39
/* Table of settings with built-in defaults that can be overridden. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    const char *key;
    char *value;
    int owned;              /* value was allocated by us */
};

static struct setting settings[] = {
    { "host", "localhost", 0 },
    { "port", "8080", 0 },
    { "user", "nobody", 0 },
    { "log", NULL, 0 },
};

#define NSETTINGS (sizeof settings / sizeof settings[0])

static struct setting *lookup(const char *key)
{
    for (size_t i = 0; i < NSETTINGS; i++)
        if (strcmp(settings[i].key, key) == 0)
            return &settings[i];
    return NULL;
}

static int set(const char *key, const char *value)
{
    struct setting *s = lookup(key);
    if (s == NULL)
        return -1;
    char *copy = malloc(strlen(value) + 1);
    if (copy == NULL)
        return -1;
    strcpy(copy, value);
    free(s->value);
    s->value = copy;
    s->owned = 1;
    return 0;
}

static void reset_all(void)
{
    for (size_t i = 0; i < NSETTINGS; i++) {
        if (settings[i].owned)
            free(settings[i].value);
        settings[i].value = NULL;
        settings[i].owned = 0;
    }
}

static int read_line(char *buf, int size)
{
    int n = 0, c;
    while (n < size - 1 && (c = getchar()) != EOF && c != '\n')
        buf[n++] = (char)c;
    buf[n] = '\0';
    return n;
}

int main(void)
{
    char line[80];
    if (set("log", "/dev/null") != 0)
        return 1;
    for (int i = 0; i < 100 && read_line(line, sizeof line) > 0; i++) {
        char *eq = strchr(line, '=');
        if (eq == NULL)
            continue;
        *eq = '\0';
        if (set(line, eq + 1) != 0)
            fprintf(stderr, "cannot set '%s'\n", line);
    }
    for (size_t i = 0; i < NSETTINGS; i++)
        printf("%s=%s\n", settings[i].key, settings[i].value);
    reset_all();
    return 0;
}
