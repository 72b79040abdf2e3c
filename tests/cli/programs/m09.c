// SAFE
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define N 200
#define NIL (-1)

static struct slot { int next; char *text; } slots[N];
static int free_head, used_head;

static void init(void)
{
    for (int i = 0; i < N; i++) {
        slots[i].next = i + 1 < N ? i + 1 : NIL;
        slots[i].text = NULL;
    }
    free_head = 0;
    used_head = NIL;
}

static int add(size_t len)
{
    int i = free_head;
    if (i == NIL)
        return 0;
    char *s = malloc(len + 1);
    if (s == NULL)
        abort();
    memset(s, ' ', len);
    s[len] = '\0';
    free_head = slots[i].next;
    slots[i].text = s;
    slots[i].next = used_head;
    used_head = i;
    return 1;
}

static int drop(void)
{
    int i = used_head;
    if (i == NIL)
        return 0;
    used_head = slots[i].next;
    free(slots[i].text);
    slots[i].text = NULL;
    slots[i].next = free_head;
    free_head = i;
    return 1;
}

int main(void)
{
    int rejected = 0;

    init();
    for (;;) {
        int len = __VERIFIER_nondet_int();
        if (len == 0)
            break;
        if (len < 0)
            drop();
        else if (len < 100 && !add((size_t)len))
            rejected = 1;
    }
    while (used_head != NIL)
        drop();
    return rejected;
}
