// SAFE
// Fifo of messages with flexible payload, tail pointer kept right when emptied.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern int input(void);

enum { MSG_PING = 1, MSG_DATA = 2, MSG_ECHO = 3 };

struct msg {
    struct msg *next;
    uint8_t type;
    uint16_t len;
    uint8_t body[];
};

struct queue { struct msg *head, *tail; };

static struct msg *msg_new(uint8_t type, uint16_t len)
{
    struct msg *m = malloc(sizeof(struct msg) + len);
    if (m == NULL)
        return NULL;
    m->next = NULL;
    m->type = type;
    m->len = len;
    memset(m->body, 0, len);
    return m;
}

static void q_put(struct queue *q, struct msg *m)
{
    if (q->tail == NULL)
        q->head = m;
    else
        q->tail->next = m;
    q->tail = m;
}

static struct msg *q_get(struct queue *q)
{
    struct msg *m = q->head;
    if (m != NULL) {
        q->head = m->next;
        if (q->head == NULL)
            q->tail = NULL;
        m->next = NULL;
    }
    return m;
}

int main(void)
{
    struct queue q = { NULL, NULL };
    struct msg *m;
    unsigned sum = 0;
    int status = 0;
    for (;;) {
        int op = input();
        if (op == 0)
            break;
        if (op == MSG_PING || op == MSG_DATA) {
            uint16_t len = op == MSG_DATA ? (uint16_t)(input() & 0x3ff) : 0;
            m = msg_new((uint8_t)op, len);
            if (m == NULL) {
                status = 1;
                break;
            }
            for (uint16_t i = 0; i < len; i++)
                m->body[i] = (uint8_t)(i * 3u);
            q_put(&q, m);
        } else if ((m = q_get(&q)) != NULL) {
            if (m->type == MSG_DATA && m->len > 0) {
                sum += m->body[m->len - 1];
                m->type = MSG_ECHO;     /* send it round once more */
                q_put(&q, m);
            } else {
                free(m);
            }
        }
    }
    while ((m = q_get(&q)) != NULL) {
        for (unsigned i = 0; i < m->len; i++)
            sum += m->body[i];
        free(m);
    }
    printf("%u\n", sum);
    return status;
}
