// UNSAFE line 55: invalid free
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define INLINE_MAX 16
#define BODY_MAX   64

typedef struct msg {
    struct msg *next;
    char *body;             /* points to small[] or to a heap block */
    int len;
    char small[INLINE_MAX];
} msg_t;

static msg_t *head, *tail;

static int post(int len)
{
    msg_t *m = malloc(sizeof(msg_t));
    if (m == NULL)
        return -1;
    if (len <= INLINE_MAX) {
        m->body = m->small;
    } else {
        m->body = malloc((size_t)len);
        if (m->body == NULL) {
            free(m);
            return -1;
        }
    }
    memset(m->body, 'x', (size_t)len);
    m->len = len;
    m->next = NULL;
    if (tail != NULL)
        tail->next = m;
    else
        head = m;
    tail = m;
    return 0;
}

static int deliver(void)
{
    msg_t *m = head;
    int first;
    if (m == NULL)
        return 0;
    head = m->next;
    if (head == NULL)
        tail = NULL;
    first = m->len > 0 ? m->body[0] : 0;
    if (m->len >= INLINE_MAX)
        free(m->body);
    free(m);
    return first;
}

int main(void)
{
    int cmd;
    while ((cmd = __VERIFIER_nondet_int()) != 0) {
        if (cmd > 0) {
            int len = __VERIFIER_nondet_int();
            if (len < 0 || len > BODY_MAX)
                continue;
            if (post(len) < 0)
                break;
        } else {
            deliver();
        }
    }
    while (head != NULL)
        deliver();
    return 0;
}
