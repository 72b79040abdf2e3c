// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define SHORT_NAME 8
#define LONG_NAME  40

/* Symbol table: short names live in the node, long ones in a block. */
struct symbol {
    struct symbol *next;
    int value;
    unsigned char is_long;
    union {
        char brief[SHORT_NAME];
        char *ptr;
    } name;
};

static const char *sym_name(const struct symbol *s)
{
    return s->is_long ? s->name.ptr : s->name.brief;
}

static size_t read_name(char *out)
{
    size_t n = 0;
    int c;
    while (n < LONG_NAME - 1 && (c = __VERIFIER_nondet_int()) > 0)
        out[n++] = (char)('A' + c % 4);
    out[n] = '\0';
    return n;
}

static struct symbol *lookup(struct symbol *tab, const char *name)
{
    struct symbol *s;
    for (s = tab; s != NULL; s = s->next)
        if (strcmp(sym_name(s), name) == 0)
            return s;
    return NULL;
}

static int set_name(struct symbol *s, const char *name, size_t n)
{
    char *p = NULL;
    if (n >= SHORT_NAME) {
        p = malloc(n + 1);
        if (p == NULL)
            return -1;
        memcpy(p, name, n + 1);
    }
    if (s->is_long)
        free(s->name.ptr);
    if (p != NULL) {
        s->name.ptr = p;
        s->is_long = 1;
    } else {
        memcpy(s->name.brief, name, n + 1);
        s->is_long = 0;
    }
    return 0;
}

int main(void)
{
    struct symbol *table = NULL, *s;
    char word[LONG_NAME];
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        size_t n = read_name(word);
        s = lookup(table, word);
        if (s == NULL) {
            s = malloc(sizeof(struct symbol));
            if (s == NULL)
                break;
            s->is_long = 0;
            s->value = cmd;
            if (set_name(s, word, n) < 0) {
                free(s);
                break;
            }
            s->next = table;
            table = s;
        } else if (cmd < 0) {
            n = read_name(word);
            if (lookup(table, word) == NULL && set_name(s, word, n) < 0)
                break;
        } else {
            s->value = cmd;
        }
    }

    while (table != NULL) {
        s = table->next;
        if (table->is_long)
            free(table->name.ptr);
        free(table);
        table = s;
    }
    return 0;
}
