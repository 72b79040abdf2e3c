// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char anon[] = "anonymous";

struct user {
    char *name;          /* NULL, the shared 'anon', or our own block */
    int owns_name;
    struct user *next;
};

static struct user *user_new(int how)
{
    struct user *u = malloc(sizeof *u);
    if (!u)
        abort();
    u->next = NULL;
    u->owns_name = 0;
    if (how == 0) {
        u->name = NULL;
    } else if (how == 1) {
        u->name = anon;
    } else {
        u->name = malloc(8);
        if (!u->name)
            abort();
        strcpy(u->name, "guest");
        u->owns_name = 1;
    }
    return u;
}

static void user_free(struct user *u)
{
    if (u->owns_name)
        free(u->name);
    free(u);
}

int main(void)
{
    struct user *list = NULL;
    unsigned named = 0;

    while (__VERIFIER_nondet_int()) {
        struct user *u = user_new(__VERIFIER_nondet_int());
        u->next = list;
        list = u;
    }

    for (struct user *u = list; u; u = u->next)
        if (u->name && u->name[0] != '\0')
            named++;

    while (list) {
        struct user *next = list->next;
        user_free(list);
        list = next;
    }
    return named > 100;
}
