// SAFE
/* Two sets of names ("a name" or "b name" in the input), their union */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct elem
{
    char *key;
    struct elem *left;
    struct elem *right;
};

struct set
{
    struct elem *root;
    size_t size;
};

static int set_add(struct set *s, const char *key)
{
    struct elem **link = &s->root;
    struct elem *e;
    int c;

    while ((e = *link) != NULL)
    {
        c = strcmp(key, e->key);
        if (c == 0)
            return 1;
        link = c < 0 ? &e->left : &e->right;
    }
    e = calloc(1, sizeof(struct elem));
    if (e == NULL)
        return 0;
    e->key = strdup(key);
    if (e->key == NULL)
    {
        free(e);
        return 0;
    }
    *link = e;
    s->size++;
    return 1;
}

static struct elem *copy(const struct elem *from, size_t *n)
{
    struct elem *e;

    if (from == NULL)
        return NULL;
    e = calloc(1, sizeof(struct elem));
    if (e == NULL)
        return NULL;
    e->key = strdup(from->key);
    if (e->key == NULL)
    {
        free(e);
        return NULL;
    }
    e->left = copy(from->left, n);
    e->right = copy(from->right, n);
    ++*n;
    return e;
}

static int add_all(struct set *s, const struct elem *e)
{
    return e == NULL || (add_all(s, e->left) && set_add(s, e->key) && add_all(s, e->right));
}

static void clear(struct elem *e)
{
    if (e == NULL)
        return;
    clear(e->left);
    clear(e->right);
    free(e->key);
    free(e);
}

int main(void)
{
    struct set a = {NULL, 0}, b = {NULL, 0}, u = {NULL, 0};
    char which, name[16];
    int ok = 1;

    while (ok && scanf(" %c %15s", &which, name) == 2)
        ok = set_add(which == 'a' ? &a : &b, name);
    if (ok)
    {
        u.root = copy(a.root, &u.size);
        ok = u.size == a.size && add_all(&u, b.root);
    }
    if (ok)
        printf("%zu %zu: %zu in all, %zu in both\n", a.size, b.size, u.size,
               a.size + b.size - u.size);
    else
        fprintf(stderr, "out of memory\n");
    clear(a.root);
    clear(b.root);
    clear(u.root);
    return ok ? 0 : 1;
}
