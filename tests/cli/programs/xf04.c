// BUG(memory-leak): line 30, setting an existing key overwrites the old value without freeing it
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define MAX_KEYS 12

struct setting {
    char *key;
    char *value;
};

static struct setting settings[MAX_KEYS];
static size_t nsettings;

static char *dup_string(const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = malloc(n);
    memcpy(p, s, n);
    return p;
}

static int set(const char *key, const char *value)
{
    for (size_t i = 0; i < nsettings; i++) {
        if (strcmp(settings[i].key, key) == 0) {
            settings[i].value = dup_string(value);
            return 1;
        }
    }
    if (nsettings == MAX_KEYS)
        return 0;
    settings[nsettings].key = dup_string(key);
    settings[nsettings].value = dup_string(value);
    nsettings++;
    return 1;
}

static void unset(const char *key)
{
    for (size_t i = 0; i < nsettings; i++) {
        if (strcmp(settings[i].key, key) == 0) {
            free(settings[i].key);
            free(settings[i].value);
            settings[i] = settings[--nsettings];
            return;
        }
    }
}

int main(void)
{
    char key[16], value[16];
    int n = __VERIFIER_nondet_int();

    if (n < 0 || n > 30)
        n = 30;
    for (int i = 0; i < n; i++) {
        int k = __VERIFIER_nondet_int();
        int v = __VERIFIER_nondet_int();
        snprintf(key, sizeof key, "key%d", k);
        if (v == 0) {
            unset(key);
        } else {
            snprintf(value, sizeof value, "%d", v);
            if (!set(key, value))
                puts("table full");
        }
    }
    for (size_t i = 0; i < nsettings; i++)
        printf("%s=%s\n", settings[i].key, settings[i].value);
    while (nsettings > 0) {
        nsettings--;
        free(settings[nsettings].key);
        free(settings[nsettings].value);
    }
    return 0;
}
