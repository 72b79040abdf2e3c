// SAFE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

struct user {
    const char *name;
    bool owned;              /* name is ours to free */
    struct user *next;
};

static void release_name(struct user *u)
{
    if (u->owned)
        free((char *)u->name);
    u->name = NULL;
    u->owned = false;
}

static void set_static_name(struct user *u, const char *lit)
{
    release_name(u);
    u->name = lit;
}

static bool set_numbered_name(struct user *u, int no)
{
    char tmp[32];
    char *copy;

    snprintf(tmp, sizeof tmp, "user%d", no);
    copy = strdup(tmp);
    if (copy == NULL)
        return false;
    release_name(u);
    u->name = copy;
    u->owned = true;
    return true;
}

static struct user *add_user(struct user **list)
{
    struct user *u = malloc(sizeof *u);
    if (u == NULL)
        return NULL;
    u->name = "nobody";
    u->owned = false;
    u->next = *list;
    *list = u;
    return u;
}

static struct user *nth(struct user *u, int n)
{
    for (; u != NULL && n > 0; n--)
        u = u->next;
    return u;
}

int main(void)
{
    struct user *users = NULL;
    int cmd;

    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        struct user *u;
        if (cmd == 1) {
            add_user(&users);
            continue;
        }
        u = nth(users, __VERIFIER_nondet_int());
        if (u == NULL)
            continue;
        if (cmd == 2)
            set_static_name(u, "guest");
        else if (cmd == 3)
            set_static_name(u, "root");
        else if (!set_numbered_name(u, cmd))
            break;
    }

    for (struct user *u = users; u != NULL; u = u->next)
        puts(u->name);

    while (users != NULL) {
        struct user *u = users;
        users = u->next;
        release_name(u);
        free(u);
    }
    return 0;
}
