// UNSAFE line 67: use after free
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#define NSMALL 24

/* Packets keep short data inside the node. */
typedef struct packet {
    struct packet *next;
    unsigned char *data;
    unsigned len;
    unsigned char small[NSMALL];
} packet;

typedef struct {
    packet pkt;             /* must be first */
    int retries;
} tracked_packet;

static packet *outq;

static packet *packet_new(unsigned len)
{
    packet *p = malloc(sizeof(packet));
    if (!p)
        return NULL;
    p->next = NULL;
    p->len = len;
    if (len <= NSMALL) {
        p->data = p->small;
    } else {
        p->data = malloc(len);
        if (!p->data) {
            free(p);
            return NULL;
        }
    }
    memset(p->small, 0, NSMALL);
    memset(p->data, 0x55, len);
    return p;
}

static void packet_free(packet *p)
{
    if (p->data != p->small)
        free(p->data);
    free(p);
}

/* Replace the packet at the head of the queue by a tracked one. */
static int track_head(void)
{
    packet *old = outq;
    tracked_packet *t;

    if (!old)
        return 0;
    t = malloc(sizeof(tracked_packet));
    if (!t)
        return -1;
    t->pkt = *old;
    t->retries = 3;
    free(old);
    outq = &t->pkt;
    t->pkt.data[0] |= 0x80;      /* ask for an acknowledgement */
    return 1;
}

int main(void)
{
    int ev;

    while ((ev = __VERIFIER_nondet_int()) != 0) {
        packet *p;
        if (ev == 1) {
            if (track_head() < 0)
                break;
        } else if (ev == 2) {
            p = outq;
            if (p) {
                outq = p->next;
                packet_free(p);
            }
        } else {
            int len = __VERIFIER_nondet_int();
            if (len < 1 || len > 200)
                continue;
            p = packet_new((unsigned)len);
            if (!p)
                break;
            p->next = outq;
            outq = p;
        }
    }
    while (outq) {
        packet *p = outq;
        outq = p->next;
        packet_free(p);
    }
    return 0;
}
