// SAFE
/* Growing array of contact records; every record owns two strings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct contact {
    char *name;
    char *phone;
    int age;
};

struct book {
    struct contact *items;
    size_t count, cap;
};

static char *copy_string(const char *s)
{
    size_t n = strlen(s) + 1;
    char *p = malloc(n);
    if (p)
        memcpy(p, s, n);
    return p;
}

static int book_add(struct book *b, const char *name, const char *phone, int age)
{
    if (b->count == b->cap) {
        size_t cap = b->cap ? 2 * b->cap : 4;
        struct contact *p = realloc(b->items, cap * sizeof *p);
        if (!p)
            return 0;
        b->items = p;
        b->cap = cap;
    }
    struct contact *c = &b->items[b->count];
    c->name = copy_string(name);
    c->phone = copy_string(phone);
    c->age = age;
    if (!c->name || !c->phone) {
        free(c->name);
        free(c->phone);
        return 0;
    }
    b->count++;
    return 1;
}

static void book_remove(struct book *b, size_t i)
{
    if (i >= b->count)
        return;
    free(b->items[i].name);
    free(b->items[i].phone);
    memmove(&b->items[i], &b->items[i + 1],
            (b->count - i - 1) * sizeof b->items[0]);
    b->count--;
}

static struct contact *book_find(struct book *b, const char *name)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->items[i].name, name) == 0)
            return &b->items[i];
    return NULL;
}

static void book_free(struct book *b)
{
    for (size_t i = 0; i < b->count; i++) {
        free(b->items[i].name);
        free(b->items[i].phone);
    }
    free(b->items);
    b->items = NULL;
    b->count = b->cap = 0;
}

int main(void)
{
    struct book b = { NULL, 0, 0 };
    char name[32], phone[32];

    for (int i = 0; i < 50; i++) {
        int op = __VERIFIER_nondet_int();
        if (op < 0)
            break;
        if (op % 3 == 2) {
            book_remove(&b, (size_t)(op / 3));
        } else {
            snprintf(name, sizeof name, "person%d", op);
            snprintf(phone, sizeof phone, "555-%04d", i);
            struct contact *c = book_find(&b, name);
            if (c)
                c->age++;
            else if (!book_add(&b, name, phone, 20 + i))
                break;
        }
    }
    for (size_t i = 0; i < b.count; i++)
        printf("%s %s %d\n", b.items[i].name, b.items[i].phone, b.items[i].age);
    book_free(&b);
    return 0;
}
