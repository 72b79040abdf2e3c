// SAFE
/* Mailboxes as index-linked lists in one pool array with a free list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POOL 48
#define USERS 6
#define NONE (-1)

extern int __VERIFIER_nondet_int(void);

struct message {
    char *body;
    int next;
};

static struct message pool[POOL];
static int free_head;
static int inbox[USERS];

static void init(void)
{
    for (int i = 0; i < POOL; i++) {
        pool[i].body = NULL;
        pool[i].next = i + 1 < POOL ? i + 1 : NONE;
    }
    free_head = 0;
    for (int u = 0; u < USERS; u++)
        inbox[u] = NONE;
}

static int send(int user, const char *text)
{
    int i = free_head;
    if (i == NONE)
        return 0;
    free_head = pool[i].next;
    pool[i].body = malloc(strlen(text) + 1);
    strcpy(pool[i].body, text);
    pool[i].next = inbox[user];
    inbox[user] = i;
    return 1;
}

/* Takes the newest message of the user; the caller frees it. */
static char *receive(int user)
{
    int i = inbox[user];
    if (i == NONE)
        return NULL;
    char *body = pool[i].body;
    inbox[user] = pool[i].next;
    pool[i].body = NULL;
    pool[i].next = free_head;
    free_head = i;
    return body;
}

static void drop_all(int user)
{
    char *body;
    while ((body = receive(user)) != NULL)
        free(body);
}

int main(void)
{
    char text[40];
    init();
    for (int step = 0; step < 150; step++) {
        int cmd = __VERIFIER_nondet_int();
        if (cmd < 0)
            break;
        int user = cmd % USERS;
        switch (cmd / USERS % 4) {
        case 0:
        case 1:
            snprintf(text, sizeof text, "message %d for user %d", step, user);
            if (!send(user, text))
                printf("pool is full\n");
            break;
        case 2: {
            char *m = receive(user);
            printf("user %d: %s\n", user, m ? m : "(no mail)");
            free(m);
            break;
        }
        default:
            drop_all(user);
            break;
        }
    }
    for (int u = 0; u < USERS; u++)
        drop_all(u);
    return 0;
}
